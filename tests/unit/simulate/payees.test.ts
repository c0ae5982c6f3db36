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
import { payeesIn as payeesOf, wantReceivers } from '@/lib/simulate/receivers'
import { assetKey } from '@/lib/simulate/material'
import { joined, nothing, receiverKey, wantReceiver, type TokenAsset } from '@/lib/simulate/readSet'
import type { Asset, Change } from '@/lib/db/outcome'
import type { Log } from '@/lib/simulate/simulateV1'
import { rpc } from '../../chain/rpc'
import { alice, bob, stranger } from '../accounts'
import { pay, token, useOddContracts } from './oddQuotes'
import { deployed } from './deployed'
import { change } from './outcomes'

const { at, contracts, quoted, url, usdc } = useOddContracts()
const modes: readonly Mode[] = ['atomic', 'sequence']
type Part = [to: Address, amount: bigint, isSaid?: true]

const of = (asset: object, ...to: Part[]) => ({
  of: assetKey({ asset: asset as Asset }),
  to: to.map(([address, amount, isSaid]) => ({
    address: getAddress(address),
    amount: numberToHex(amount),
    ...(isSaid ? { isSaid } : {}),
  })),
})

/** Returns who gets what by logs, and by how much more some have afterwards. */
const payeesIn = (logs: Log[], changes: Change[], rises: [Asset, Address, bigint][] = []) =>
  payeesOf({ logs, calls: [], wants: nothing() }, changes, alice, {
    rises: new Map(
      rises.map(([asset, to, rise]) => [receiverKey({ asset: asset as TokenAsset, to }), rise]),
    ),
    owners: new Map(),
  })

describe.each(modes)('who receives what leaves, %s', (mode) => {
  test('are those whom the calls pay', async () => {
    const calls = [pay(5n), usdc('transfer', bob, 7n), usdc('transfer', stranger, 1n)]
    expect((await quoted(calls, mode)).payees).toEqual([
      of({ standard: 'native' }, [stranger, 5n]),
      of(token(contracts().usdc), [bob, 7n], [stranger, 1n]),
    ])
  })

  test('are those whom a contract has it sent to, whatever the calls say', async () => {
    const bait = await deployed(url(), bob, 'Bait', contracts().usdc)
    await rpc(url(), 'anvil_setBalance', [bait.address, numberToHex(10n ** 20n)])
    const calls = [usdc('approve', bait.address, 100n), bait.call('trade', 100n)]
    const usual = await quoted(calls, mode)
    expect(usual.payees).toEqual([of(token(contracts().usdc), [bait.address, 100n])])
    const { to, data } = bait.call('turn', 5)
    await rpc(url(), 'eth_sendTransaction', [{ from: bob, to, data }])
    await rpc(url(), 'evm_mine')
    const turned = await quoted(calls, mode)
    expect(turned.changes).toEqual(usual.changes)
    expect(turned.payees).toEqual([of(token(contracts().usdc), [bob, 100n])])
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

  const owned: Part[] = [[bob, 1n, true]]

  test.each<[string, ReturnType<typeof log>, Asset, Part[]]>([
    ['of a token', log('one', [alice, bob], words(5n)), coin, [[bob, 5n, true]]],
    ['of nothing', log('one', [alice, bob], words(0n)), coin, []],
    ['of somebody else’s', log('one', [stranger, bob], words(5n)), coin, []],
    ['to itself', log('one', [alice, alice], words(5n)), coin, []],
    ['without an amount', log('one', [alice, bob]), coin, []],
    ['of one with an ID', log('one', [alice, bob, 7n]), nft, owned],
    ['of one with another ID', log('one', [alice, bob, 8n]), nft, []],
    ['of an item', log('single', [stranger, alice, bob], words(7n, 2n)), item, [[bob, 2n, true]]],
    ['by an operator alone', log('single', [alice, stranger, bob], words(7n, 2n)), item, []],
    [
      'of items',
      log('batch', [bob, alice, stranger], lists([6n, 7n], [1n, 1n])),
      item,
      [[stranger, 1n, true]],
    ],
    ['of items that cannot be read', log('batch', [bob, alice, stranger], '0x12'), item, []],
  ])('%s are only said', (_, one, asset, to) => {
    expect(payeesIn([one], [change(asset, -5)])).toEqual(to.length ? [of(asset, ...to)] : [])
  })

  const sent = log('one', [alice, bob], words(5n))
  const passed = log('one', [bob, stranger], words(5n))

  test('they are told only of what is less afterwards, and never more than that', () => {
    expect(payeesIn([sent, sent], [change(coin, -10)])).toEqual([of(coin, [bob, 10n, true])])
    expect(payeesIn([sent, sent], [change(coin, -7)])).toEqual([of(coin, [bob, 7n, true])])
    expect(payeesIn([sent], [change(coin, 1)])).toEqual([])
    expect(payeesIn([sent], [])).toEqual([])
  })

  test.each<[string, ReturnType<typeof log>[], [Address, bigint][], Part[]]>([
    ['who has it', [sent], [[bob, 5n]], [[bob, 5n]]],
    [
      'who has some of it',
      [sent],
      [[bob, 3n]],
      [
        [bob, 3n],
        [bob, 2n, true],
      ],
    ],
    ['who has less than before', [sent], [[bob, -3n]], [[bob, 5n, true]]],
    ['who has more than that', [sent], [[bob, 9n]], [[bob, 5n]]],
    ['to whom it is passed on', [sent, passed], [[stranger, 5n]], [[stranger, 5n]]],
    [
      'who keeps a part of it',
      [sent, log('one', [bob, stranger], words(4n))],
      [
        [stranger, 4n],
        [bob, 1n],
      ],
      [
        [stranger, 4n],
        [bob, 1n],
      ],
    ],
    [
      'in a circle, nobody',
      [sent, passed, log('one', [stranger, bob], words(5n))],
      [],
      [[bob, 5n, true]],
    ],
  ])('a receiver is one %s', (_, logs, rises, to) => {
    const known = rises.map(([who, rise]): [Asset, Address, bigint] => [coin, who, rise])
    expect(payeesIn(logs, [change(coin, -5)], known)).toEqual([of(coin, ...to)])
  })

  test('somebody who is paid by others too is told for the account’s part alone', () => {
    const others = log('one', [stranger, shop], words(90n))
    const logs = [log('one', [alice, shop], words(5n)), others]
    expect(payeesIn(logs, [change(coin, -5)], [[coin, shop, 95n]])).toEqual([of(coin, [shop, 5n])])
  })

  test('who gets the most is read, behind however many who get one unit', () => {
    const spam = Array.from({ length: 400 }, (_, at) =>
      log('one', [alice, pad(numberToHex(at + 1), { size: 20 })], words(1n)),
    )
    const wants = nothing()
    wantReceivers(wants, [...spam, log('one', [alice, bob], words(5n))], alice)
    const read = joined(wants, nothing())
    expect(read.receivers.size).toBe(32)
    expect(read.receivers.has(receiverKey({ asset: coin, to: bob }))).toBe(true)
  })

  test('receivers of one token leave room for those of another', () => {
    const wants = nothing()
    for (let at = 1; at <= 400; at++)
      wantReceiver(wants, {
        asset: { standard: 'ERC20', address: pad(numberToHex(at), { size: 20 }) },
        to: stranger,
        said: 1n,
        isCalled: false,
      })
    wantReceiver(wants, { asset: coin, to: bob, said: 5n, isCalled: true })
    const read = joined(wants, nothing())
    expect(read.receivers.has(receiverKey({ asset: coin, to: bob }))).toBe(true)
  })
})
