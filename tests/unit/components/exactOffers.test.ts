import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExactOffers } from '@/components/calls/Exact'
import { show } from '@/components/store/approval'
import type { Quote } from '@/lib/simulate/quote'
import { bob } from '../accounts'
import { usdc } from '../decode/encode'
import { approve, call, place } from './callSamples'
import { openDom } from './dom'

// The page's line to the background, which the browser alone has: the batch spends 3 of what it may.
const answer = vi.hoisted(() => ({ now: { amount: '0x3' } as object }))
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve(answer.now) }))

const quote: Partial<Quote> = {
  verdict: 'succeeds',
  mode: 'atomic',
  unchecked: [],
  allowances: [{ standard: 'ERC20', token: usdc, spender: bob, before: '0x0', left: '0x2' }],
}

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  answer.now = { amount: '0x3' }
  dom = await openDom()
  show('one')
})
afterEach(() => dom.close())

type Edits = { index: number; amount: `0x${string}` }[]

const textOn = async (over: Partial<Quote>, edits: Edits) => {
  const calls = [call(usdc, approve(5n)), call(bob, '0x')]
  const found = { ...quote, ...over } as Quote
  await dom.show(ExactOffers, { id: 'one', calls, edits, quote: found, place })
  return dom.text()
}

const textWith = (...edits: Edits) => textOn({}, edits)

test('what is spent is offered, and said to be allowed once it is', async () => {
  expect(await textWith()).toContain('Allow only what is spent')
  await dom.close()
  dom = await openDom()
  expect(await textWith({ index: 0, amount: '0x3' })).toContain('It allows exactly what is spent')
})

test('a limit of the user’s own is never said to be what is spent', async () => {
  expect(await textWith({ index: 0, amount: '0x4' })).toBe('')
})

test('a batch is not said to fail with less where the node cannot try', async () => {
  answer.now = { reason: 'fails' }
  const edits: Edits = [{ index: 0, amount: '0x4' }]
  expect(await textOn({}, edits)).toContain('would fail')
  await dom.close()
  dom = await openDom()
  expect(await textOn({ unchecked: ['allowances'], allowances: [] }, edits)).toBe('')
})
