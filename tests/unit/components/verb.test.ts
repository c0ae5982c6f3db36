import { maxUint256, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { verbOf, verbOfSignature } from '@/components/approvals/verb'
import { readingOf } from '@/components/calls/read'
import { readSignature } from '@/lib/decode/signatures'
import { readTypedData } from '@/lib/sign/typedData'
import type { Call } from '@/lib/db'
import type { Allowance, Change } from '@/lib/db/outcome'
import { encode, usdc, weth } from '../decode/encode'
import { alice, bob, stranger } from '../accounts'
import { change, token } from '../simulate/outcomes'
import { permitOf } from '../sign/typedDataSamples'
import { approve, call, eth, path, place, setAll, transferFrom, unknown } from './callSamples'

const router: Address = '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'
const coin = { standard: 'native' } as const

const left = (amount: bigint | 'all', over: Partial<Allowance> = {}): Allowance => ({
  standard: 'ERC20',
  token: usdc,
  spender: bob,
  before: '0x0',
  left: amount === 'all' ? amount : `0x${amount.toString(16)}`,
  ...over,
})

/** A batch by its parts: the calls, what they move by the simulation, and what they leave allowed. */
type Part = { calls: Call[]; changes?: Change[]; allowances?: Allowance[] }

const swapTo = (to: Address): Part => ({
  calls: [
    call(usdc, encode('approve(address,uint256)', [router, 100n])),
    call(
      router,
      encode('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', [
        100n,
        1n,
        [...path].reverse(),
        to,
        2n ** 32n,
      ]),
    ),
  ],
  changes: [change(token(usdc), -100), change(token(weth), 5)],
  allowances: [left(0n, { spender: router })],
})

const swap = swapTo(alice)
const sendCoin: Part = { calls: [call(bob, '0x', eth / 10n)], changes: [change(coin, -eth / 10n)] }
const sendWeth: Part = {
  calls: [call(weth, encode('transfer(address,uint256)', [bob, 5n]))],
  changes: [],
}
const allow: Part = {
  calls: [call(usdc, approve(100_000_000n))],
  allowances: [left(100_000_000n)],
}
const endless: Part = { calls: [call(usdc, approve(maxUint256))], allowances: [left('all')] }
const takeBack: Part = {
  calls: [call(usdc, approve(0n))],
  allowances: [left(0n, { before: '0x5' })],
}
const operator: Part = {
  calls: [call(unknown, setAll(true))],
  allowances: [left('all', { standard: 'ERC721', token: unknown })],
}
const unread: Part = { calls: [call(unknown, '0x12345678')] }
const collect: Part = { calls: [call(usdc, transferFrom(bob, alice))], changes: [] }

const batch = (...parts: Part[]) => ({
  calls: parts.flatMap(({ calls }) => calls),
  changes: parts.flatMap(({ changes = [] }) => changes),
  allowances: parts.flatMap(({ allowances = [] }) => allowances),
})

const verb = (
  { calls, changes, allowances }: ReturnType<typeof batch>,
  over: Partial<Parameters<typeof verbOf>[1]> = {},
  where = place,
) =>
  verbOf(
    calls.map((one) => ({ call: one, reading: readingOf(one, place) })),
    { verdict: 'succeeds', unchecked: [], changes, allowances, ...over },
    where,
  )

describe('a batch that is known exactly has a verb', () => {
  test.each<[string, Part[]]>([
    ['Swap', [swap]],
    ['Swap and send', [swap, sendWeth]],
    ['Swap and send', [swapTo(stranger)]],
    ['Swap and allow', [swap, allow]],
    ['Swap, send and allow', [swap, sendWeth, allow]],
    ['Send 0.1 ETH', [sendCoin]],
    ['Send and allow', [sendCoin, allow]],
    ['Allow 100 USDC', [allow]],
    ['Allow unlimited USDC', [endless]],
    ['Take back', [takeBack]],
  ])('%s', (said, parts) => {
    expect(verb(batch(...parts))).toBe(said)
  })

  test('a deployment alone', () => {
    const deploy = { calls: [{ to: null, value: '0x0' as const, data: '0x6000' as const }] }
    expect(verb(batch(deploy))).toBe('Deploy')
    expect(verb(batch(deploy, sendCoin))).toBeUndefined()
    expect(verb(batch({ ...deploy, changes: [change(coin, -1)] }))).toBeUndefined()
  })
})

test('what was allowed before is not allowed once more', () => {
  const { calls, changes = [] } = swap
  const older = left('all', { before: 'all', isOlder: true })
  expect(verb({ calls, changes, allowances: [older] })).toBe('Swap')
})

describe('a verb never says less than the batch does', () => {
  const calm: [string, Part][] = [
    ['swap', swap],
    ['send', sendCoin],
    ['allow', allow],
    ['take back', takeBack],
  ]
  test.each(calm)('%s, and a right for somebody else', (_, part) => {
    expect(verb(batch(part, operator))).toBeUndefined()
  })
  test.each(calm)('%s, and a call that nobody can read', (_, part) => {
    expect(verb(batch(part, unread))).toBeUndefined()
  })
  test.each(calm)('%s, and an allowance that no call names', (_, part) => {
    const hidden = left(7n, { spender: stranger })
    const said = verb({ ...batch(part), allowances: [...batch(part).allowances, hidden] })
    expect(said?.includes('allow') ?? true).toBe(true)
  })
  test.each(calm)('%s, and something else leaves', (_, part) => {
    const { changes, ...rest } = batch(part)
    const other = { standard: 'ERC20', address: unknown } as const
    expect(verb({ ...rest, changes: [...changes, change(other, -1)] })).toBeUndefined()
  })
  test.each(calm)('%s, and something was not checked, or fails', (_, part) => {
    expect(verb(batch(part), { unchecked: ['allowances'] })).toBeUndefined()
    expect(verb(batch(part), { verdict: 'unknown' })).toBeUndefined()
    expect(verb(batch(part), { verdict: 'fails' })).toBeUndefined()
  })
  test.each(calm)('%s, and the coin leaves with a call that needs none', (_, part) => {
    const [first, ...rest] = batch(part).calls
    if (!first || first.data === '0x') return
    const paid = { ...first, value: '0x5' as const }
    expect(verb({ ...batch(part), calls: [paid, ...rest] })).toBeUndefined()
  })

  test('a swap that brings nothing, or a token that only calls itself one', () => {
    const { changes, ...rest } = batch(swap)
    const [out] = changes
    if (!out) throw new Error('nothing leaves')
    expect(verb({ ...rest, changes: [out] })).toBeUndefined()
    expect(verb({ ...rest, changes: [out, change(token(unknown), 5)] })).toBeUndefined()
    const isFalse = { is: 'false', of: 'native', symbol: 'ETH' } as const
    const twin = {
      ...place,
      tokens: { [weth]: { symbol: 'WETH', decimals: 18, identity: isFalse } },
    }
    expect(verb(batch(swap), {}, twin)).toBeUndefined()
  })

  test('a swap whose gain stays with its router, beside something else that arrives', () => {
    const lost = { ...swapTo(router), changes: [change(token(usdc), -100), change(coin, 5)] }
    expect(verb(batch(lost))).toBeUndefined()
    expect(verb({ ...batch(lost, swap), changes: lost.changes })).toBeUndefined()
  })

  test('a payment of more than its call says', () => {
    expect(verb({ ...batch(sendCoin), changes: [change(coin, -eth)] })).toBeUndefined()
  })

  test('an amount stands for all that is allowed or sent, by a name that is known', () => {
    const other = left(5n, { spender: stranger })
    expect(verb({ ...batch(allow), allowances: [left(5n), other] })).toBeUndefined()
    expect(verb(batch(allow), {}, { ...place, tokens: {} })).toBeUndefined()
    expect(verb(batch(sendCoin, sendCoin))).toBeUndefined()
    expect(verb(batch(collect))).toBeUndefined()
    expect(verb(batch({ calls: [call(bob, '0x', 5n)], changes: [change(coin, -5)] }))).toBe('Send')
  })
})

describe('a signature', () => {
  const signed = (data: object, change: object = {}) => {
    const typed = { ...permitOf(usdc, bob), ...data }
    const message = { ...typed.message, ...change }
    const reading = readSignature(readTypedData({ ...typed, message }, true), {
      signer: alice,
      chainId: 31337,
      now: Date.now(),
    })
    return verbOfSignature(reading, place)
  }
  test('is named by what it allows, where that is all', () => {
    expect(signed({})).toBe('Allow 5 USDC')
    expect(signed({}, { value: String(maxUint256) })).toBe('Allow unlimited USDC')
    expect(signed({}, { owner: bob })).toBe('Sign')
  })
})
