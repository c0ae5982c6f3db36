import { beforeEach, expect, test, vi } from 'vitest'
import { recorded } from '../../dapp/recorded'
import { clearTimeline, lineOf, moments, record } from '../../dapp/timeline'

beforeEach(() => {
  clearTimeline()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 2, 3, 4, 5, 6) })
  return () => vi.useRealTimers()
})

const lines = () => moments().map(lineOf)

test('a request and its answer stand there to the millisecond', async () => {
  await recorded('personal_sign', ['0x'], () => {
    vi.setSystemTime(Date.now() + 1_234)
    return Promise.resolve('0x12')
  })
  expect(lines()).toEqual([
    '03:04:05.006 sent personal_sign',
    '03:04:06.240 answered personal_sign after 1234 ms',
  ])
  expect(moments().map(({ detail }) => detail)).toEqual([['0x'], '0x12'])
})

test('a refusal is told with its code, and thrown on as it was', async () => {
  const thrown = { code: 4001, message: 'No.' }
  const asked = recorded('wallet_sendCalls', [], () =>
    Promise.reject(Object.assign(new Error('No.'), thrown)),
  )
  await expect(asked).rejects.toMatchObject(thrown)
  expect(lines()[1]).toBe('03:04:05.006 refused wallet_sendCalls: 4001 No. after 0 ms')
})

test('old moments make room for new ones', () => {
  for (let at = 0; at < 400; at++) record({ at, kind: 'event', what: 'message', detail: null })
  expect(moments().map(({ at }) => at)).toEqual(Array.from({ length: 300 }, (_, i) => i + 100))
})
