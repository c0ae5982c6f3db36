import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHeld } from '@/components/approvals/HeldCalls'
import { openDom } from './dom'

const Calls = ({ isKnown }: { isKnown: boolean }) => (useHeld(isKnown) ? 'held' : 'shown')

let dom: Awaited<ReturnType<typeof openDom>>

beforeEach(async () => {
  dom = await openDom()
  vi.useFakeTimers()
})

afterEach(async () => {
  vi.useRealTimers()
  await dom.close()
})

const pass = (ms: number) => dom.settle(() => vi.advanceTimersByTimeAsync(ms))

test('calls wait for what stands above them, two seconds at most', async () => {
  await dom.show(Calls, { isKnown: false })
  await pass(1_999)
  expect(dom.text()).toBe('held')
  await pass(1)
  expect(dom.text()).toBe('shown')
})

test('calls are shown as soon as what stands above them is known', async () => {
  await dom.show(Calls, { isKnown: false })
  await pass(500)
  await dom.again({ isKnown: true })
  expect(dom.text()).toBe('shown')
})

test('calls are never held where what stands above them is known at once', async () => {
  await dom.show(Calls, { isKnown: true })
  expect(dom.text()).toBe('shown')
})

test.each([true, false])(
  'calls that were shown stay where what stands above them is asked for anew',
  async (isFirst) => {
    await dom.show(Calls, { isKnown: isFirst })
    await dom.again({ isKnown: true })
    if (!isFirst) await pass(1)
    await dom.again({ isKnown: false })
    expect(dom.text()).toBe('shown')
  },
)
