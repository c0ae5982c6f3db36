import {
  concat,
  encodeAbiParameters,
  getAddress,
  numberToHex,
  pad,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Mode } from '@/lib/db'
import { payeesIn } from '@/lib/simulate/transferLogs'
import { assetKey } from '@/lib/simulate/material'
import type { Asset } from '@/lib/db/outcome'
import { rpc } from '../../chain/rpc'
import { alice, bob, stranger } from '../accounts'
import { pay, token, useOddContracts } from './oddContracts'
import { deployed } from './deployed'
import { change } from './outcomes'

const { at, contracts, quoted, url, usdc } = useOddContracts()
const modes: readonly Mode[] = ['atomic', 'sequence']
const of = (asset: object, ...to: Address[]) => ({
  of: assetKey({ asset: asset as Asset }),
  to: to.map((one) => getAddress(one)).sort(),
})

describe.each(modes)('who receives what leaves, %s', (mode) => {
  test('are those whom the calls pay', async () => {
    const calls = [pay(5n), usdc('transfer', bob, 7n), usdc('transfer', stranger, 1n)]
    expect((await quoted(calls, mode)).payees).toEqual([
      of({ standard: 'native' }, stranger),
      of(token(contracts().usdc), bob, stranger),
    ])
  })

  test('are those whom a contract has it sent to, whatever the calls say', async () => {
    const bait = await deployed(url(), bob, 'Bait', contracts().usdc)
    await rpc(url(), 'anvil_setBalance', [bait.address, numberToHex(10n ** 20n)])
    const calls = [usdc('approve', bait.address, 100n), bait.call('trade', 100n)]
    const usual = await quoted(calls, mode)
    expect(usual.payees).toEqual([of(token(contracts().usdc), bait.address)])
    const { to, data } = bait.call('turn', 5)
    await rpc(url(), 'eth_sendTransaction', [{ from: bob, to, data }])
    await rpc(url(), 'evm_mine')
    const turned = await quoted(calls, mode)
    expect(turned.changes).toEqual(usual.changes)
    expect(turned.payees).toEqual([of(token(contracts().usdc), bob)])
  })

  test('is nobody where nothing leaves', async () => {
    expect((await quoted([at('counter').call('trade'), pay(0n)], mode)).payees).toEqual([])
  })
})

describe('in logs', () => {
  const shop: Address = '0x00000000000000000000000000000000000000c3'
  const signatures = {
    one: 'Transfer(address,address,uint256)',
    single: 'TransferSingle(address,address,address,uint256,uint256)',
    batch: 'TransferBatch(address,address,address,uint256[],uint256[])',
  }
  const log = (event: keyof typeof signatures, topics: (Address | bigint)[], data: Hex = '0x') => ({
    address: shop,
    topics: [
      toEventSelector(signatures[event]),
      ...topics.map((topic) =>
        typeof topic === 'bigint' ? numberToHex(topic, { size: 32 }) : pad(topic),
      ),
    ],
    data,
  })
  const words = (...numbers: bigint[]) =>
    concat(numbers.map((one) => numberToHex(one, { size: 32 })))
  const lists = (...all: bigint[][]) =>
    encodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      [all[0] ?? [], all[1] ?? []],
    )
  const coin: Asset = { standard: 'ERC20', address: shop }
  const nft: Asset = { standard: 'ERC721', address: shop, tokenId: '0x7' }
  const item: Asset = { standard: 'ERC1155', address: shop, tokenId: '0x7' }

  test.each<[string, ReturnType<typeof log>, Asset, Address[]]>([
    ['of a token', log('one', [alice, bob], words(5n)), coin, [bob]],
    ['of nothing', log('one', [alice, bob], words(0n)), coin, []],
    ['of somebody else’s', log('one', [stranger, bob], words(5n)), coin, []],
    ['to itself', log('one', [alice, alice], words(5n)), coin, []],
    ['without an amount', log('one', [alice, bob]), coin, []],
    ['of one with an ID', log('one', [alice, bob, 7n]), nft, [bob]],
    ['of one with another ID', log('one', [alice, bob, 8n]), nft, []],
    ['of an item', log('single', [stranger, alice, bob], words(7n, 2n)), item, [bob]],
    ['by an operator alone', log('single', [alice, stranger, bob], words(7n, 2n)), item, []],
    ['of items', log('batch', [bob, alice, stranger], lists([6n, 7n], [1n, 1n])), item, [stranger]],
    ['of items that cannot be read', log('batch', [bob, alice, stranger], '0x12'), item, []],
  ])('%s', (_, one, asset, to) => {
    expect(payeesIn([one], [change(asset, -1)], alice)).toEqual(to.length ? [of(asset, ...to)] : [])
  })

  test('they are told once, and only of what is less afterwards', () => {
    const sent = log('one', [alice, bob], words(5n))
    expect(payeesIn([sent, sent], [change(coin, -10)], alice)).toEqual([of(coin, bob)])
    expect(payeesIn([sent], [change(coin, 1)], alice)).toEqual([])
    expect(payeesIn([sent], [], alice)).toEqual([])
  })
})
