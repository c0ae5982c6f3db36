import { numberToHex, type Address, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import type { Change } from '@/lib/db/outcome'
import { readCall } from '@/lib/decode/read'
import type { DecodedCall } from '@/lib/decode/reading'
import { fixedBy } from '@/lib/lock/fixed'
import { alice, bob, stranger } from '../accounts'
import { encode, usdc, weth } from '../decode/encode'

const chainId = 8453

/** Uniswap's V3 router on Base. */
const router: Address = '0x2626664c2603336E57B271c5C0b26F421741e481'

const at = (to: Address, data: Hex, value: Hex = '0x0'): Call => ({ to, value, data })

const sent = (to: Address, amount: bigint) =>
  at(usdc, encode('transfer(address to, uint256 amount)', [to, amount]))

const pulled = (from: Address, amount: bigint) =>
  at(
    usdc,
    encode('transferFrom(address from, address to, uint256 amount)', [from, stranger, amount]),
  )

const swapped = (to: Address, given: bigint, least: bigint) =>
  at(
    router,
    encode(
      'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
      [[usdc, weth, 500, to, given, least, 0n]],
    ),
  )

const wrapped = (amount: bigint) => at(weth, encode('deposit()', []), numberToHex(amount))

const unknown = at(stranger, '0x12345678')

const [coin, dollars, ether]: readonly Change['asset'][] = [
  { standard: 'native' },
  { standard: 'ERC20', address: usdc },
  { standard: 'ERC20', address: weth },
]

const fixed = (asset: Change['asset'] | undefined, direction: Change['direction'], calls: Call[]) =>
  asset &&
  fixedBy(
    { asset, direction },
    {
      calls,
      from: alice,
      read: ({ to, value, data }) =>
        readCall({ from: alice, to: to ?? alice, value, data }, chainId),
    },
  )

test.each([
  ['transfers', [sent(bob, 3n), sent(stranger, 4n)], 7n],
  ['a transfer and what a swap gives', [sent(bob, 3n), swapped(alice, 5n, 1n)], 8n],
  ['a transfer beside a call that nobody reads', [sent(bob, 3n), unknown], 3n],
  ['a transfer of what is another’s', [pulled(bob, 9n)], undefined],
  ['no call that says so', [unknown], undefined],
])('how much leaves at most is set by %s', (_, calls, amount) => {
  expect(fixed(dollars, 'out', calls)).toBe(amount)
})

test.each([
  ['a swap for the account', [swapped(alice, 5n, 2n)], 2n],
  ['two of them', [swapped(alice, 5n, 2n), swapped(alice, 5n, 4n)], 6n],
  ['a swap for somebody else', [swapped(bob, 5n, 2n)], undefined],
  ['no swap', [sent(alice, 5n)], undefined],
  ['wrapped coin', [wrapped(5n)], 5n],
  ['wrapped coin and a swap', [wrapped(5n), swapped(alice, 5n, 2n)], 7n],
])('how much arrives at least is set by %s', (_, calls, amount) => {
  expect(fixed(ether, 'in', calls)).toBe(amount)
})

test('what is collected from another arrives as the data say, what goes on to another does not', () => {
  const collected = (to: Address) =>
    at(usdc, encode('transferFrom(address from, address to, uint256 amount)', [stranger, to, 9n]))
  expect(fixed(dollars, 'in', [collected(alice)])).toBe(9n)
  expect(fixed(dollars, 'in', [collected(bob)])).toBeUndefined()
  expect(fixed(dollars, 'out', [collected(alice)])).toBeUndefined()
})

test('wrapped coin that is given back leaves and arrives as the data say, less what the calls send', () => {
  const back = at(weth, encode('withdraw(uint256 amount)', [9n]))
  expect(fixed(ether, 'out', [back])).toBe(9n)
  expect(fixed(coin, 'in', [back])).toBe(9n)
  expect(fixed(coin, 'in', [back, at(bob, '0x', '0x4')])).toBe(5n)
  expect(fixed(coin, 'in', [back, at(bob, '0x', '0x9')])).toBeUndefined()
  // A vault has the same function, and gives what it likes.
  const vault = at(stranger, encode('withdraw(uint256 amount)', [9n]))
  expect(fixed(coin, 'in', [vault])).toBeUndefined()
})

test('how much coin leaves at most is the sum that the calls send; of what arrives otherwise nothing is set', () => {
  const calls = [at(bob, '0x', '0x5'), at(stranger, '0x12345678', '0x6')]
  expect(fixed(coin, 'out', calls)).toBe(11n)
  expect(fixed(coin, 'out', [unknown])).toBeUndefined()
  expect(fixed(coin, 'in', calls)).toBeUndefined()
})

test('an item has no amount to be set', () => {
  const item = { standard: 'ERC1155', address: usdc, tokenId: '0x1' } as const
  expect(fixed(item, 'out', [sent(bob, 3n)])).toBeUndefined()
})

/** Returns the amount that calls with these readings fix. */
const fixedBySaid = (
  asset: Change['asset'] | undefined,
  direction: Change['direction'],
  ...said: object[]
) => {
  const readings = said.map((one) => ({ isGuess: false, ...one }) as DecodedCall)
  const calls = said.map(() => unknown)
  const read = () => readings.shift() ?? failed()
  return asset && fixedBy({ asset, direction }, { calls, from: alice, read })
}

const failed = (): never => {
  throw new Error('a call is read twice')
}

const given = { kind: 'transfer', token: usdc, from: alice, to: bob, amount: '0x3' } as const
const back = { kind: 'unwrap', token: weth, amount: '0x9', isLeast: false, to: alice } as const
const traded = { kind: 'swap', give: usdc, get: weth, to: alice, giveAmount: '0x5' } as const

test('a guess fixes nothing, nor does an amount that the data leave open, also beside one that they set', () => {
  expect(fixedBySaid(dollars, 'out', given, { ...given, isGuess: true })).toBe(3n)
  expect(fixedBySaid(dollars, 'out', { ...given, isGuess: true })).toBeUndefined()
  expect(fixedBySaid(dollars, 'out', given, { ...given, amount: null })).toBeUndefined()
})

test('what is given back at least, or to another, is not what leaves or arrives', () => {
  expect(fixedBySaid(coin, 'in', back)).toBe(9n)
  expect(fixedBySaid(coin, 'in', { ...back, isLeast: true })).toBeUndefined()
  expect(fixedBySaid(coin, 'in', { ...back, to: bob })).toBeUndefined()
  expect(fixedBySaid(ether, 'out', back)).toBe(9n)
  expect(fixedBySaid(ether, 'out', { ...back, isLeast: true })).toBeUndefined()
})

test('another token of a swap is not what leaves or arrives, nor is what is wrapped for another', () => {
  const swap = { ...traded, getAmount: '0x2' }
  expect(fixedBySaid(dollars, 'out', swap)).toBe(5n)
  expect(fixedBySaid(ether, 'in', swap)).toBe(2n)
  expect(fixedBySaid(ether, 'out', swap)).toBeUndefined()
  expect(fixedBySaid(dollars, 'in', swap)).toBeUndefined()
  const wrap = { kind: 'wrap', token: weth, amount: '0x7', to: alice } as const
  expect(fixedBySaid(ether, 'in', wrap)).toBe(7n)
  expect(fixedBySaid(ether, 'in', { ...wrap, to: bob })).toBeUndefined()
})

test('what the account sends itself does not arrive', () => {
  expect(fixedBySaid(dollars, 'in', { ...given, to: alice })).toBeUndefined()
})
