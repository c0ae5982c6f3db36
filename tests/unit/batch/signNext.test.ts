import { recoverTransactionAddress, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { alice, stranger } from '../accounts'
import { storeBatch } from './batches'
import { openChain } from './fakeChain'
import { atomic, signed, signThere, upgrading } from './signNext'

const delegated = { pending: delegation(executor) }

beforeEach(emptyDatabase)

describe('what is signed is the stored record', () => {
  test('a call of a batch in order, at the next nonce, with its own gas limit', async () => {
    const batch = await storeBatch({ gas: ['0x5208', '0x7530'] })
    const event = await signed(openChain(), batch, 1)
    expect(event).toMatchObject({ index: 1, kind: 'call', nonce: 5, upgrade: false })
    expect(event.transaction).toMatchObject({
      type: 'eip1559',
      chainId: 31337,
      nonce: 5,
      gas: 30_000n,
      to: stranger.toLowerCase(),
      value: 1n,
      maxFeePerGas: 1000n,
      maxPriorityFeePerGas: 100n,
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
      type: 'eip1559',
      chainId: 31337,
      nonce: 5,
      to: alice.toLowerCase(),
      data: encodeBatch(batch.calls, executor),
    })
    expect(transaction.value ?? 0n).toBe(0n)
  })

  test('with an upgrade: an authorization by the account for the nonce after, on this chain', async () => {
    const place = openChain()
    place.chain.answers = codeAnswers()
    const { transaction, upgrade, nonce } = await signed(place, await storeBatch(upgrading))
    expect({ upgrade, nonce }).toEqual({ upgrade: true, nonce: 5 })
    const [authorization, ...more] = transaction.authorizationList ?? []
    if (!authorization) throw new Error('no authorization')
    expect(more).toEqual([])
    expect(transaction).toMatchObject({ type: 'eip7702', nonce: 5, to: alice.toLowerCase() })
    expect(authorization).toMatchObject({
      chainId: 31337,
      nonce: 6,
      address: executor.toLowerCase(),
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

test('what is no batch at once asks for no code', async () => {
  const { chain, world } = openChain()
  expect(await signThere(world, await storeBatch(), 0)).toMatchObject([{ type: 'signed' }])
  expect(chain.asked).not.toContain('eth_getCode')
})
