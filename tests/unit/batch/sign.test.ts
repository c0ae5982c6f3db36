import { parseTransaction, recoverTransactionAddress, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Terms } from '@/lib/batch/freeze'
import type { Doubt, Event } from '@/lib/batch/event'
import { append } from '@/lib/batch/journal'
import type { Batch } from '@/lib/db'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { executorCode } from '../delegate/code'
import { alice, stranger } from '../people'
import { listed } from '../../chain/delegates'
import { storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { signThere } from './signing'

const atomic: Partial<Terms> = { mode: 'atomic', upgrade: false }
const upgrading: Partial<Terms> = { mode: 'atomic', upgrade: true }
const delegated = { pending: delegation(executor) }
const hour = 60 * 60_000

beforeEach(emptyDatabase)

type Chain = ReturnType<typeof openChain>

/** A plain account on a chain whose executor has this code. */
const withExecutor = (code: Hex, place = openChain()) => {
  place.chain.answers = {
    eth_getCode: ([address]: [Hex]) => (address === executor ? code : '0x'),
  }
  return place
}

const signed = async ({ world }: Chain, batch: Batch, index = 0) => {
  const [event] = await signThere(world, batch, index)
  if (event?.type !== 'signed') throw new Error('nothing was signed')
  return { ...event, transaction: parseTransaction(event.raw) }
}

describe('what is signed is the stored record', () => {
  test('a call of a batch in order, at the next nonce, with its own gas limit', async () => {
    const batch = await storeBatch({ gas: ['0x5208', '0x7530'] })
    const event = await signed(openChain(), batch, 1)
    expect(event).toMatchObject({ index: 1, kind: 'call', nonce: 5, upgrade: false })
    expect(event.transaction).toMatchObject({
      ...{ type: 'eip1559', chainId: 31337, nonce: 5, gas: 30_000n, to: stranger.toLowerCase() },
      ...{ value: 1n, maxFeePerGas: 1000n, maxPriorityFeePerGas: 100n },
    })
    expect(await recoverTransactionAddress({ serializedTransaction: event.raw as never })).toBe(
      alice,
    )
  })

  test('all calls at once, to the account itself, with no value of its own', async () => {
    const chain = openChain()
    chain.chain.code = delegated
    const batch = await storeBatch(atomic)
    const { transaction, upgrade } = await signed(chain, batch)
    expect(upgrade).toBe(false)
    expect(transaction).toMatchObject({
      ...{ type: 'eip1559', chainId: 31337, nonce: 5, to: alice.toLowerCase() },
      data: encodeBatch(batch.calls, executor),
    })
    expect(transaction.value ?? 0n).toBe(0n)
  })

  test('with an upgrade: an authorization by the account for the nonce after, on this chain', async () => {
    const batch = await storeBatch(upgrading)
    const { transaction, upgrade, nonce } = await signed(withExecutor(executorCode), batch)
    expect({ upgrade, nonce }).toEqual({ upgrade: true, nonce: 5 })
    const [authorization, ...more] = transaction.authorizationList ?? []
    if (!authorization) throw new Error('no authorization')
    expect(more).toEqual([])
    expect(transaction).toMatchObject({ type: 'eip7702', nonce: 5, to: alice.toLowerCase() })
    expect(authorization).toMatchObject({
      ...{ chainId: 31337, nonce: 6, address: executor.toLowerCase() },
    })
    expect(await recoverAuthorizationAddress({ authorization })).toBe(alice)
  })

  test('without the upgrade where the account has it by now', async () => {
    const chain = openChain()
    chain.chain.code = delegated
    const { transaction, upgrade } = await signed(chain, await storeBatch(upgrading))
    expect({ upgrade, type: transaction.type }).toEqual({ upgrade: false, type: 'eip1559' })
  })

  test('a deployment and a legacy fee', async () => {
    const calls = [{ to: null, value: '0x0', data: '0x6000' } as const]
    const batch = await storeBatch({ mode: 'one', calls, fees: { gasPrice: '0x7' } })
    const { transaction } = await signed(openChain(), batch)
    expect(transaction).toMatchObject({
      type: 'legacy',
      gasPrice: 7n,
      data: '0x6000',
      chainId: 31337,
    })
    expect(transaction.to ?? null).toBeNull()
  })

  test('or nothing, where the record was changed', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch()
    const changed = { ...batch, gas: ['0x5209', '0x5208'] as Hex[] }
    await expect(signThere(world, changed, 0)).rejects.toThrow('not the approved one')
    expect(chain.signatures).toBe(0)
  })
})

describe('with a delegate of another wallet', () => {
  const foreign: Partial<Terms> = { ...atomic, delegate: listed.okx }
  const replacing: Partial<Terms> = { ...upgrading, replaces: stranger }

  test('all calls at once in its encoding, where it is the approved one', async () => {
    const place = openChain()
    place.chain.code = { pending: delegation(listed.okx) }
    const batch = await storeBatch(foreign)
    const { transaction, upgrade } = await signed(place, batch)
    expect({ upgrade, type: transaction.type }).toEqual({ upgrade: false, type: 'eip1559' })
    expect(transaction.data).toBe(encodeBatch(batch.calls, listed.okx))
    expect(transaction.data?.slice(0, 10)).toBe('0x893aa9f6')
  })

  test.each<[string, Hex, boolean]>([
    ['the one that was named', delegation(stranger), true],
    ['nothing, as it was revoked meanwhile', '0x', true],
    ['ours, as somebody else upgraded meanwhile', delegation(executor), false],
  ])('an upgrade in its place, where there is %s', async (_, code, upgrade) => {
    const { chain, world } = openChain()
    chain.answers = {
      eth_getCode: ([address]: [Hex]) => (address === executor ? executorCode : code),
    }
    const event = await signed({ chain, world } as Chain, await storeBatch(replacing))
    expect(event.upgrade).toBe(upgrade)
    expect(event.transaction.type).toBe(upgrade ? 'eip7702' : 'eip1559')
  })

  test.each<[string, Partial<Terms>, Hex]>([
    ['ours by now', foreign, delegation(executor)],
    ['revoked by now', foreign, '0x'],
    ['another than the one that was named', replacing, delegation(listed.okx)],
    ['a contract by now', replacing, '0x6000'],
  ])('nothing until the user is asked again, where it is %s', async (_, terms, code) => {
    const { chain, world } = openChain()
    chain.answers = {
      eth_getCode: ([address]: [Hex]) => (address === executor ? executorCode : code),
    }
    const asked = [{ type: 'asked', why: 'delegate' }]
    expect(await signThere(world, await storeBatch(terms), 0)).toEqual(asked)
    expect(chain.signatures).toBe(0)
  })
})

describe('no upgrade is signed', () => {
  test.each<[string, Hex]>([
    ['nothing', '0x'],
    ['other code', `${executorCode.slice(0, -2)}00` as Hex],
    ['a delegation', delegation(stranger)],
  ])('to an executor that is %s by now', async (_, code) => {
    const { chain, world } = withExecutor(code)
    const events = await signThere(world, await storeBatch(upgrading), 0)
    expect(events).toEqual([{ type: 'asked', why: 'delegate' }])
    expect(chain.signatures).toBe(0)
  })

  test('while the node does not say what the executor is', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch(upgrading)
    chain.answers = {
      eth_getCode: ([address]: [Hex]) => (address === executor ? silence() : '0x'),
    }
    await expect(signThere(world, batch, 0)).rejects.toMatchObject({ code: 4901 })
    expect(chain.signatures).toBe(0)
  })
})

test('what is no batch at once asks for no code', async () => {
  const { chain, world } = openChain()
  expect(await signThere(world, await storeBatch(), 0)).toMatchObject([{ type: 'signed' }])
  expect(chain.asked).not.toContain('eth_getCode')
})

describe('nothing is signed', () => {
  const ask = (why: Doubt): Event[] => [{ type: 'asked', why }]
  const stop = (reason: string): Event[] => [{ type: 'stopped', reason } as Event]

  test.each<[string, Partial<Terms>, (chain: Chain['chain']) => void, Event[]]>([
    ['while the wallet is locked', {}, (chain) => (chain.isLocked = true), []],
    ['a day after the approval', {}, (chain) => (chain.now += 25 * hour), stop('expired')],
    [
      'ten minutes after it, until the user is asked again',
      {},
      (chain) => (chain.now += 601_000),
      ask('age'),
    ],
    [
      'where another delegate stands in the account',
      atomic,
      (chain) => (chain.code = { pending: delegation(stranger) }),
      ask('delegate'),
    ],
    ['where the delegate was revoked', atomic, () => undefined, ask('delegate')],
    [
      'where an upgrade would replace another delegate',
      upgrading,
      (chain) => (chain.code = { pending: delegation(stranger) }),
      ask('delegate'),
    ],
    [
      'where code that is no delegation stands in the account',
      upgrading,
      (chain) => (chain.code = { pending: '0x6000' }),
      ask('delegate'),
    ],
  ])('%s', async (_, terms, happens, events) => {
    const { chain, world } = openChain()
    const batch = await storeBatch(terms)
    chain.now = batch.createdAt + 1
    happens(chain)
    expect(await signThere(world, batch, 0)).toEqual(events)
    expect(chain.signatures).toBe(0)
  })
})

describe('an approval', () => {
  test('holds for ten minutes after the last thing that happened to its batch', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch()
    chain.now = batch.createdAt + 599_000
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
  })

  test('that grew old holds again once the user said yes again', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch()
    chain.now = batch.createdAt + hour
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'age' }])
    await append(batch.key, [{ type: 'confirmed' }], chain.now)
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
  })
})
