import { getAddress, maxUint256, parseAbi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call, Mode } from '@/lib/db'
import { alice, bob, stranger } from '../accounts'
import { into, out, pay, token, useOddContracts } from './oddQuotes'
import { callTo } from './deployed'

const { at, contracts, quoted, usdc } = useOddContracts()
const modes: readonly Mode[] = ['atomic', 'sequence']

const abi = parseAbi(['function swap(address, address, uint256, uint256)'])
const swap = (amount: bigint): Call[] => {
  const { swap: to, usdc: give, dai: get } = contracts()
  return [usdc('approve', to, amount), callTo(to, abi, 'swap', [give, get, amount, 1n])]
}

describe.each(modes)('what changes, %s', (mode) => {
  test('is the coin that is sent, gas apart', async () => {
    const quote = await quoted([pay(5n), pay(7n)], mode)
    expect(quote).toMatchObject({ mode, verdict: 'succeeds', unchecked: [], allowances: [] })
    expect(quote.changes).toEqual([out({ standard: 'native' }, 12n)])
  })

  test('is both sides of a swap, and nothing of the allowance is left', async () => {
    const { usdc: give, dai: get } = contracts()
    const quote = await quoted(swap(10n ** 6n), mode)
    expect(quote).toMatchObject({ verdict: 'succeeds', unchecked: [] })
    expect(quote.changes).toEqual([out(token(give), 10n ** 6n), into(token(get), 2n * 10n ** 18n)])
    expect(quote.allowances).toEqual([
      {
        standard: 'ERC20',
        token: give,
        spender: contracts().swap,
        before: '0x0',
        left: '0x0',
      },
    ])
    expect(quote.tokens[give]).toEqual({
      symbol: 'lUSDC',
      decimals: 6,
      name: 'USD Coin (local)',
      balance: `0x${(10_000n * 10n ** 6n).toString(16)}`,
    })
  })

  test('is what a balance says where logs lie: fees, growth, and what nobody named', async () => {
    const quote = await quoted(
      [at('fee').call('transfer', bob, 1000n), at('fee').call('grow'), at('counter').call('trade')],
      mode,
    )
    // The rest, 999,000 of 1,000,000, grows by a tenth.
    expect(quote.changes).toEqual([
      into(token(at('fee').address), 98_900n),
      into(token(at('old').address), 495n),
    ])
    expect(quote.tokens[getAddress(at('old').address)]?.symbol).toBe('OLD')
    expect(quote.unchecked).toEqual([])
  })

  test('is tokens with IDs of both standards', async () => {
    const [items, many] = [at('items'), at('many')]
    const quote = await quoted(
      [
        items.call('mint', 1n),
        items.call('mint', 2n),
        items.call('transferFrom', alice, bob, 1n),
        items.call('mint', 3n),
        items.call('burn', 3n),
        many.call('mintMany', [4n, 5n], [10n, 20n]),
        many.call('safeTransferFrom', alice, bob, 4n, 3n, '0x'),
      ],
      mode,
    )
    const one = (address: Hex, tokenId: Hex, standard: string) => ({
      standard,
      address: getAddress(address),
      tokenId,
    })
    expect(quote.verdict).toBe('succeeds')
    expect(quote.changes).toEqual([
      into(one(items.address, '0x2', 'ERC721'), 1n),
      into(one(many.address, '0x4', 'ERC1155'), 7n),
      into(one(many.address, '0x5', 'ERC1155'), 20n),
    ])
    expect(quote.unchecked).toEqual([])
  })
})

describe('a token that', () => {
  test.each(['reverts', 'loops', 'floods', 'wavers', 'writes'])(
    '%s where it is asked for a balance is unknown, and hides nothing else',
    async (name) => {
      const quote = await quoted([at(name).call('transfer', bob, 10n), pay(3n)])
      expect(quote).toMatchObject({ verdict: 'succeeds', unchecked: ['changes'] })
      expect(quote.changes).toEqual([out({ standard: 'native' }, 3n)])
    },
  )

  test.each(['huge', 'tall'])('has a %s symbol or scale is told in raw units', async (name) => {
    const quote = await quoted([at(name).call('transfer', bob, 10n), pay(3n)])
    expect(quote.changes).toContainEqual(out(token(at(name).address), 10n))
    expect(quote.tokens).toEqual({})
  })
})

describe('what others may take', () => {
  test('is told with what was before: all, some, one, and of a collection', async () => {
    const [items, many] = [at('items'), at('many')]
    const quote = await quoted([
      usdc('approve', bob, maxUint256),
      at('fee').call('approve', bob, 7n),
      items.call('mint', 9n),
      items.call('approve', bob, 9n),
      items.call('setApprovalForAll', bob, true),
      many.call('setApprovalForAll', stranger, true),
    ])
    const none = { before: '0x0' }
    const { usdc: coin } = contracts()
    const [ids, amounts] = [getAddress(items.address), getAddress(many.address)]
    expect(quote.allowances).toHaveLength(5)
    expect(quote.allowances).toEqual(
      expect.arrayContaining([
        { standard: 'ERC20', token: coin, spender: bob, ...none, left: 'all' },
        {
          standard: 'ERC20',
          token: getAddress(at('fee').address),
          spender: bob,
          ...none,
          left: '0x7',
        },
        { standard: 'ERC721', token: ids, spender: bob, tokenId: '0x9', ...none, left: '0x1' },
        { standard: 'ERC721', token: ids, spender: bob, ...none, left: 'all' },
        { standard: 'ERC1155', token: amounts, spender: stranger, ...none, left: 'all' },
      ]),
    )
    expect(quote.unchecked).toEqual([])
  })
})
