import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebounced } from '@/components/hooks/useDebounced'
import { openDom } from './dom'

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
  vi.useFakeTimers()
})
afterEach(async () => {
  vi.useRealTimers()
  await dom.close()
})

test('an effect runs once its dependencies rest, and is undone before the next one', async () => {
  const seen: string[] = []
  const Shown = ({ text }: { text: string }) => {
    useDebounced(
      () => {
        seen.push(text)
        return () => seen.push(`no ${text}`)
      },
      250,
      [text],
    )
    return null
  }
  await dom.show(Shown, { text: 'a' })
  vi.advanceTimersByTime(249)
  await dom.again({ text: 'ab' })
  vi.advanceTimersByTime(249)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual(['ab'])
  await dom.again({ text: 'ab' })
  vi.advanceTimersByTime(1_000)
  expect(seen).toEqual(['ab'])
  await dom.again({ text: 'abc' })
  expect(seen).toEqual(['ab', 'no ab'])
  vi.advanceTimersByTime(250)
  expect(seen).toEqual(['ab', 'no ab', 'abc'])
})
