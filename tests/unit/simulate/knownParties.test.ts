import { encodeFunctionData, erc20Abi, erc721Abi, maxUint256, type Address, type Hex } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal, type Call } from '@/lib/db'
import { encodeBatch } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import type { OutcomeReceivers } from '@/lib/simulate/counterparties'
import { partiesAhead, rememberParties } from '@/lib/simulate/knownParties'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

const place = { from: alice, chainId: 8453 }
const token: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const friend: Address = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
/** A look-alike: its first and last four digits are the friend's. */
const lookAlike: Address = '0xAb5899999999999999999999999999999999Ec9B'
const lookAlikeHex = lookAlike.toLowerCase() as Address

const partiesOf = (
  calls: readonly Call[],
  where: typeof place,
  given: OutcomeReceivers = { allowances: [] },
) => partiesAhead(calls, where)(given)

const call = (data: Hex, to: Address = token): Call => ({ to, value: '0x0', data })
const pay = (to: Address, value: Hex = '0x1'): Call => ({ to, value, data: '0x' })
const erc20 = (functionName: 'transfer' | 'approve', to: Address, amount: bigint): Call =>
  call(encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }))
const transferFrom = (from: Address, to: Address, amount: bigint): Call =>
  call(
    encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, amount] }),
  )
const takeItem = call(
  encodeFunctionData({
    abi: erc721Abi,
    functionName: 'safeTransferFrom',
    args: [alice, stranger, 0n],
  }),
)

const remember = async (...calls: Call[]) => {
  await rememberParties(calls, place, 7)()
  return (await journal.parties.toArray()).map(({ address }) => address)
}
const low = (...addresses: Address[]) => addresses.map((address) => address.toLowerCase()).sort()

describe('who counts as dealt with', () => {
  test.each<[string, Call[], Address[]]>([
    ['who is paid', [pay(stranger)], [stranger]],
    ['not who is paid nothing', [pay(stranger, '0x0')], []],
    ['who gets tokens, and the token', [erc20('transfer', stranger, 1n)], [stranger, token]],
    ['not who gets none of them', [erc20('transfer', stranger, 0n)], [token]],
    ['not who gets none from the account', [transferFrom(alice, stranger, 0n)], [token]],
    ['not who gets another’s', [transferFrom(bob, stranger, 9n)], [token]],
    ['who gets an item, its ID zero', [takeItem], [stranger, token]],
    ['who may spend', [erc20('approve', stranger, maxUint256)], [stranger, token]],
    ['not from whom it is taken back', [erc20('approve', stranger, 0n)], [token]],
    ['whose code is called, whatever it does', [call('0x12345678', stranger)], [stranger]],
    ['not the account itself', [pay(alice)], []],
    ['not who is deployed', [{ to: null, value: '0x1', data: '0x00' }], []],
    [
      'who is paid within another call, not whom that calls',
      [call(encodeBatch([pay(stranger), erc20('transfer', friend, 1n)], executor), bob)],
      [stranger, bob],
    ],
  ])('%s', async (_, calls, expected) => {
    expect((await remember(...calls)).sort()).toEqual(low(...expected))
  })

  test('each once, from the first time on', async () => {
    await remember(pay(stranger), pay(stranger), erc20('transfer', stranger, 5n))
    await rememberParties([pay(stranger), pay(friend)], place, 9)()
    const rows = await journal.parties.toArray()
    expect(rows.map(({ address, since }) => [address, since]).sort()).toEqual(
      [
        [stranger.toLowerCase(), 7],
        [token.toLowerCase(), 7],
        [friend.toLowerCase(), 9],
      ].sort(),
    )
  })
})

describe('who is new', () => {
  const isNew = async (calls: Call[]) =>
    Object.fromEntries((await partiesOf(calls, place)).map((one) => [one.address, one.isNew]))

  test('whoever was not dealt with, named, the user’s own, or famous', async () => {
    await remember(pay(stranger))
    await journal.contacts.put({ address: friend, name: 'Friend' })
    const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    const calls = [pay(stranger), pay(friend), pay(bob), call('0x12345678', permit2), pay(token)]
    expect(await isNew(calls)).toEqual({
      [stranger]: false,
      [friend]: false,
      [bob]: false,
      [permit2]: false,
      [token]: true,
    })
  })

  test('whoever was sent nothing', async () => {
    await remember(pay(stranger, '0x0'), erc20('transfer', friend, 0n))
    expect(await isNew([pay(stranger), pay(friend)])).toEqual({ [stranger]: true, [friend]: true })
  })

  test('a contract that is famous elsewhere', async () => {
    const router: Address = '0x2626664c2603336E57B271c5C0b26F421741e481'
    expect(await isNew([call('0x12345678', router)])).toEqual({ [router]: false })
    const elsewhere = await partiesOf([call('0x12345678', router)], { ...place, chainId: 1 })
    expect(elsewhere).toEqual([{ address: router, isNew: true }])
  })
})

describe('who looks like somebody else', () => {
  const look = async (address: Address) => {
    const [party] = await partiesOf([pay(address)], place)
    return party?.resembles?.toLowerCase()
  }

  test.each<[string, () => Promise<unknown>]>([
    ['dealt with', () => remember(pay(friend))],
    ['named', () => journal.contacts.put({ address: friend, name: 'Friend' })],
    [
      'the user’s own',
      () => journal.accounts.put({ address: friend, index: 2, name: 'Account 3' }),
    ],
  ])('as somebody %s does at both ends', async (_, know) => {
    expect(await look(lookAlikeHex)).toBeUndefined()
    await know()
    expect(await look(lookAlikeHex)).toBe(friend.toLowerCase())
    expect(await look(lookAlike)).toBe(friend.toLowerCase())
  })

  test('as a famous contract does', async () => {
    expect(await look('0x0000999999999999999999999999999999998bA3')).toBe(
      '0x000000000022d473030f116ddee9f6b43ac78ba3',
    )
  })

  test('not at one end alone, nor somebody known, nor the same one', async () => {
    await remember(pay(friend))
    expect(await look(`${lookAlikeHex.slice(0, 38)}00` as Address)).toBeUndefined()
    expect(await look(`0xcb58${lookAlikeHex.slice(6)}` as Address)).toBeUndefined()
    expect(await look(friend)).toBeUndefined()
    await remember(pay(lookAlikeHex))
    expect(await look(lookAlikeHex)).toBeUndefined()
  })

  test('also after it was sent nothing, again and again', async () => {
    await remember(pay(friend))
    for (const bait of [pay(lookAlikeHex, '0x0'), transferFrom(alice, lookAlikeHex, 0n)])
      await remember(bait)
    expect(await look(lookAlikeHex)).toBe(friend.toLowerCase())
  })
})

describe('who gets something that no call names him for', () => {
  const to = (address: Address, isSaid = false) => ({
    address,
    amount: '0x5' as const,
    ...(isSaid ? { isSaid: true as const } : {}),
  })
  const given = (...receivers: ReturnType<typeof to>[]) => ({
    payees: [{ of: 'native', to: receivers }],
    allowances: [],
  })
  const calls = [call('0x12345678')]

  test('is new, and a look-alike is told by whom it resembles', async () => {
    await rememberParties([pay(friend)], place, 7)()
    const [called, ...receivers] = await partiesOf(
      calls,
      place,
      given(to(lookAlike), to(friend), to(alice)),
    )
    expect(called?.address).toBe(token)
    expect(receivers).toEqual([
      { address: lookAlike, isNew: true, resembles: friend },
      { address: friend, isNew: false },
    ])
  })

  test('may also be he who may take it later', async () => {
    const allowance = { standard: 'ERC20', token, spender: stranger, before: '0x0' } as const
    const left = (left: '0x0' | 'all') =>
      partiesOf(calls, place, { allowances: [{ ...allowance, left }] })
    expect(await left('all')).toContainEqual({ address: stranger, isNew: true })
    expect(await left('0x0')).not.toContainEqual({ address: stranger, isNew: true })
  })

  test('is known afterwards where that is a fact, and not where only logs say so', async () => {
    await rememberParties(calls, place, 7, given(to(stranger), to(lookAlike, true)))()
    const known = (await journal.parties.toArray()).map(({ address }) => address)
    expect(known.sort()).toEqual(low(stranger, token))
  })
})

describe('what is known of those whom calls name', () => {
  const given = (to: Address): OutcomeReceivers => ({
    allowances: [{ standard: 'ERC20', token, spender: to, before: '0x0', left: '0x5' }],
  })

  test('is read before their outcome is there, and not again for who begins alike', async () => {
    const read = vi.spyOn(journal.parties, 'where')
    try {
      await remember(pay(friend))
      read.mockClear()
      const compare = partiesAhead([pay(friend)], place)
      expect(read).toHaveBeenCalledOnce()
      expect(await compare(given(lookAlike))).toEqual([
        { address: friend, isNew: false },
        { address: lookAlike, isNew: true, resembles: friend },
      ])
      expect(read).toHaveBeenCalledOnce()
    } finally {
      read.mockRestore()
    }
  })

  test('is read again where the outcome names who begins otherwise', async () => {
    const compare = partiesAhead([pay(friend)], place)
    await remember(pay(stranger))
    expect(await compare(given(stranger))).toContainEqual({ address: stranger, isNew: false })
  })
})
