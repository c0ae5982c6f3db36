import { beforeEach, describe, expect, test } from 'vitest'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { checkAtomicity } from '@/lib/batch/checkBatch'
import { cache, type Call } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { alice, stranger } from '../accounts'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

const call: Call = { to: stranger, value: '0x0', data: '0x' }

const atomic: BatchRequest = {
  from: alice,
  chainId: 8453,
  atomicRequired: true,
  calls: [call, call],
}

const chainCan = async (eip7702: boolean, executor: boolean) => {
  await remember('7702:8453', eip7702)
  await remember('executor:8453', executor)
}

const isContract = { kind: 'contract', delegate: null }

/** Keeps the account's code as if it had been read so many ms ago. */
const readAgo = async (value: object, age: number) => {
  await cache.facts.put({ key: `code:8453:${alice}`, value, at: Date.now() - age })
}

const noAtomicity = {
  code: 5760,
  message: 'The account cannot execute the batch atomically',
}

const noSupport = {
  code: 5710,
  message: 'EIP-7702 not supported on the specified chain ID: 0x2105',
}

describe('calls that shall run as one', () => {
  test('are refused where the chain is known to have no EIP-7702, though nothing is known of the account', async () => {
    await chainCan(false, true)
    await expect(checkAtomicity(atomic)).rejects.toMatchObject(noSupport)
  })

  test('are refused where the chain is known to have no executor', async () => {
    await chainCan(true, false)
    await readAgo({ kind: 'plain', delegate: null }, 0)
    await expect(checkAtomicity(atomic)).rejects.toMatchObject(noAtomicity)
  })

  test('are refused for an account that is a contract', async () => {
    await chainCan(true, true)
    await readAgo(isContract, 0)
    await expect(checkAtomicity(atomic)).rejects.toMatchObject(noAtomicity)
  })

  test('are asked of the user where all is there', async () => {
    await chainCan(true, true)
    await readAgo({ kind: 'plain', delegate: null }, 0)
    await expect(checkAtomicity(atomic)).resolves.toBeUndefined()
  })

  test('are asked of the user where nothing is known of the chain', async () => {
    await readAgo(isContract, 0)
    await expect(checkAtomicity(atomic)).resolves.toBeUndefined()
  })

  test('are asked of the user where nothing is known of the account', async () => {
    await chainCan(true, false)
    await expect(checkAtomicity(atomic)).resolves.toBeUndefined()
  })

  test('are refused by code that was read up to ten minutes ago, and no longer', async () => {
    await chainCan(true, true)
    await readAgo(isContract, 9 * 60_000)
    await expect(checkAtomicity(atomic)).rejects.toMatchObject(noAtomicity)
    await readAgo(isContract, 10 * 60_000)
    await expect(checkAtomicity(atomic)).resolves.toBeUndefined()
  })
})

describe('what the chain cannot is no matter', () => {
  beforeEach(async () => {
    await chainCan(false, false)
    await readAgo(isContract, 0)
  })

  test('for calls that may run in order', async () => {
    await expect(checkAtomicity({ ...atomic, atomicRequired: false })).resolves.toBeUndefined()
  })

  test('for one call, which needs no executor', async () => {
    await expect(checkAtomicity({ ...atomic, calls: [call] })).resolves.toBeUndefined()
  })

  test('but two calls are refused', async () => {
    await expect(checkAtomicity(atomic)).rejects.toMatchObject(noSupport)
  })
})
