import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePoll } from '@/components/hooks/usePoll'
import { openDom } from './dom'

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  await dom.close()
  vi.useRealTimers()
})

const pass = (ms: number) => dom.settle(() => vi.advanceTimersByTime(ms))

/** Shows a component that polls once a second, in each run what `run` does. */
const poll = (run: (polling: AbortController) => unknown) => {
  const Poller = ({ of }: { of: string | undefined }) => {
    usePoll(1_000, (polling) => (of === undefined ? undefined : () => run(polling)), [of])
    return null
  }
  return dom.show(Poller, { of: 'first' })
}

test('a poll runs at once, in its pace, and after a run that failed', async () => {
  const run = vi.fn(() => Promise.reject(new Error('no answer')))
  await poll(run)
  expect(run).toHaveBeenCalledTimes(1)
  await pass(999)
  expect(run).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a run that is due while another is under way is left out', async () => {
  const ends: (() => void)[] = []
  const run = vi.fn(() => new Promise<void>((end) => ends.push(end)))
  await poll(run)
  await pass(2_500)
  expect(run).toHaveBeenCalledTimes(1)
  await dom.settle(() => ends[0]?.())
  await pass(500)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a change begins anew and tells the old run that it is over', async () => {
  const pollings: AbortController[] = []
  await poll((polling) => {
    pollings.push(polling)
    return new Promise(() => undefined)
  })
  await dom.again({ of: 'second' })
  expect(pollings.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('a poll ends where nothing is to be run, where a run says so, and with its component', async () => {
  const run = vi.fn((polling: AbortController) => polling)
  await poll(run)
  await dom.again({ of: undefined })
  await pass(2_000)
  expect(run).toHaveBeenCalledTimes(1)
  await dom.again({ of: 'again' })
  expect(run).toHaveBeenCalledTimes(2)
  await dom.settle(() => run.mock.lastCall?.[0].abort())
  await pass(2_000)
  expect(run).toHaveBeenCalledTimes(2)
  await dom.again({ of: 'last' })
  expect(run).toHaveBeenCalledTimes(3)
  await dom.close()
  vi.advanceTimersByTime(2_000)
  expect(run).toHaveBeenCalledTimes(3)
})
