import { toFunctionSelector, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../accounts'
import { encode, contract, usdc, weth } from './encode'
import { known, read, samples, written } from './samples'

test('every function that is known has a sample, and no selector is known twice', () => {
  const selectors = known.map((item) => toFunctionSelector(item))
  expect(new Set(selectors).size).toBe(selectors.length)
  const sampled = samples.map(([signature]) => toFunctionSelector(signature))
  expect(sampled.toSorted()).toEqual(selectors.toSorted())
})

// Selectors as in block explorers and signature databases: the signatures might share a mistake.
test.each<[Hex, string]>([
  ['0xa9059cbb', 'transfer'],
  ['0x095ea7b3', 'approve'],
  ['0x23b872dd', 'transferFrom'],
  ['0x39509351', 'increaseAllowance'],
  ['0xa457c2d7', 'decreaseAllowance'],
  ['0xd505accf', 'permit'],
  ['0x8fcbaf0c', 'permit'],
  ['0xe3ee160e', 'transferWithAuthorization'],
  ['0x42842e0e', 'safeTransferFrom'],
  ['0xb88d4fde', 'safeTransferFrom'],
  ['0xf242432a', 'safeTransferFrom'],
  ['0x2eb2c2d6', 'safeBatchTransferFrom'],
  ['0xa22cb465', 'setApprovalForAll'],
  ['0x87517c45', 'approve'],
  ['0x2b67b570', 'permit'],
  ['0x2a2d80d1', 'permit'],
  ['0x36c78516', 'transferFrom'],
  ['0x0d58b1db', 'transferFrom'],
  ['0xcc53287f', 'lockdown'],
  ['0x30f28b7a', 'permitTransferFrom'],
  ['0xd0e30db0', 'deposit'],
  ['0x2e1a7d4d', 'withdraw'],
  ['0x6e553f65', 'deposit'],
  ['0x94bf804d', 'mint'],
  ['0xb460af94', 'withdraw'],
  ['0xba087652', 'redeem'],
  ['0xac9650d8', 'multicall'],
  ['0x5ae401dc', 'multicall'],
  ['0x1f0464d1', 'multicall'],
  ['0x252dba42', 'aggregate'],
  ['0xbce38bd7', 'tryAggregate'],
  ['0x82ad56cb', 'aggregate3'],
  ['0x174dea71', 'aggregate3Value'],
  ['0x34fcd5be', 'executeBatch'],
  ['0x47e1da2a', 'executeBatch'],
  ['0xb61d27f6', 'execute'],
  ['0xe9ae5c53', 'execute'],
  ['0x3593564c', 'execute'],
  ['0x24856bc3', 'execute'],
  ['0x38ed1739', 'swapExactTokensForTokens'],
  ['0x7ff36ab5', 'swapExactETHForTokens'],
  ['0x18cbafe5', 'swapExactTokensForETH'],
  ['0x8803dbee', 'swapTokensForExactTokens'],
  ['0x414bf389', 'exactInputSingle'],
  ['0x04e45aaf', 'exactInputSingle'],
  ['0xa026383e', 'exactInputSingle'],
  ['0xc04b8d59', 'exactInput'],
  ['0xb858183f', 'exactInput'],
  ['0xdb3e2198', 'exactOutputSingle'],
  ['0x5023b4df', 'exactOutputSingle'],
  ['0x472b43f3', 'swapExactTokensForTokens'],
  ['0x49404b7c', 'unwrapWETH9'],
  ['0xdf2ab5bb', 'sweepToken'],
  ['0xcac88ea9', 'swapExactTokensForTokens'],
  ['0x12aa3caf', 'swap'],
  ['0x07ed2379', 'swap'],
  ['0x415565b0', 'transformERC20'],
])('%s is %s', (selector, name) => {
  expect(known.find((item) => toFunctionSelector(item) === selector)?.name).toBe(name)
})

describe('what a call does', () => {
  test.each(samples)('%s', (signature, args, deed) => {
    const data = encode(signature, args)
    const reading = read(data)
    expect(reading).toMatchObject(deed)
    expect(reading.signature).toBe(signature)
    expect(reading.isGuess).toBe(false)
    expect(written(reading)).toBe(data)
    expect(read(`0x${data.slice(2).toUpperCase()}`)).toEqual(reading)
  })
})

describe('what no encoder writes is not read', () => {
  test.each(samples)('%s', (signature, args) => {
    const data = encode(signature, args)
    const cut = data.slice(0, -2) as Hex
    for (const other of [`${data}00`, `${data}${'00'.repeat(32)}`, cut] as Hex[]) {
      expect(read(other)).toMatchObject({ kind: 'unknown', signature: null, args: [] })
    }
  })

  const list = (...words: (number | bigint)[]) =>
    words.map((word) => word.toString(16).padStart(64, '0')).join('')
  const bytesList = 'ac9650d8'

  test.each<[string, Hex]>([
    [
      'an address of more than 20 bytes',
      `0xa9059cbb01${encode('transfer(address,uint256)', [bob, 5n]).slice(12)}`,
    ],
    ['a boolean that is neither', `0xa22cb465${list(BigInt(bob), 2)}`],
    ['an offset past a gap', `0x${bytesList}${list(64, 0, 0)}`],
    ['an offset into the heads', `0x${bytesList}${list(0)}`],
    ['an offset behind the end', `0x${bytesList}${list(32, 1, 4096)}`],
    ['an offset of 256 bits', `0x${bytesList}${list(2n ** 256n - 32n, 0)}`],
    ['a length of 256 bits', `0x${bytesList}${list(32, 2n ** 256n - 1n)}`],
    ['two offsets to one place', `0x${bytesList}${list(32, 2, 64, 64, 0)}`],
    ['bytes with more behind them', `0x${bytesList}${list(32, 1, 32, 1, 2n ** 248n + 1n)}`],
  ])('%s', (_, data) => {
    expect(read(data).kind).toBe('unknown')
  })

  test('a bomb of offsets to one place is refused at once', () => {
    const count = 4000
    const offsets = Array.from({ length: count }, () => count * 32)
    const big = `${list(60_000)}${'ff'.repeat(60_000)}`
    const data: Hex = `0x${bytesList}${list(32, count, ...offsets)}${big}`
    expect(read(data).kind).toBe('unknown')
  })
})

describe('limits of allowances', () => {
  const approve = (amount: bigint) => read(encode('approve(address,uint256)', [bob, amount]))
  const permit2 = (amount: bigint) =>
    read(encode('approve(address,address,uint160,uint48)', [usdc, bob, amount, 1]))
  test.each([
    [approve(2n ** 255n), true],
    [approve(2n ** 255n - 1n), false],
    [approve(2n ** 160n - 1n), false],
    [permit2(2n ** 160n - 1n), true],
    [permit2(2n ** 160n - 2n), false],
  ])('%#', (reading, isUnlimited) => {
    expect(reading).toMatchObject({ kind: 'approve', isUnlimited })
  })
})

test('WETH is known by its address on its chain alone', () => {
  const deposit = encode('deposit()', [])
  expect(read(deposit, weth)).toMatchObject({ kind: 'wrap', amount: '0x9' })
  expect(read(encode('withdraw(uint256)', [5n]), weth)).toMatchObject({ kind: 'unwrap' })
  expect(read(deposit, weth, 31337)).toMatchObject({ kind: 'deposit', of: 'native' })
})

test('SwapRouter02 stands for itself and its sender by 2 and 1, and for what it holds by 0', () => {
  const to = (recipient: number) =>
    read(
      encode('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
        [usdc, weth, 500, `0x${recipient.toString(16).padStart(40, '0')}`, 0n, 7n, 0n],
      ]),
    )
  expect(to(1)).toMatchObject({ to: alice, giveAmount: null })
  expect(to(2)).toMatchObject({ to: contract })
  expect(to(0)).toMatchObject({ to: contract })
})
