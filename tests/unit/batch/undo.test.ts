import { zeroAddress, type Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { undoneBy } from '@/components/batches/cancelUndoes'
import { canUndo, delegateBefore } from '@/lib/batch/undo'
import { journal } from '@/lib/db'
import { delegation, deviceExecutor, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { alice, stranger } from '../accounts'
import { makeBatch } from './batches'
import { openChain } from './fakeChain'

beforeEach(emptyDatabase)

const putInDevice = (source: 'ledger' | 'qr') =>
  journal.accounts.add({ address: alice, index: 0, name: 'L', source, devicePath: 'm/0' })

const upgrading = (replaces: Address | undefined) =>
  makeBatch({ mode: 'atomic', upgrade: true, ...(replaces ? { replaces } : {}) })

const revoking = (revokes: Address) => makeBatch({ mode: 'one', revokes })

const restored = (batch: ReturnType<typeof makeBatch>, code = delegation(stranger)) => {
  const { chain, world } = openChain()
  chain.answers = codeAnswers(code)
  return delegateBefore(world, batch)
}

describe('a cancellation by the vault’s key restores', () => {
  test.each([
    ['the code that an upgrade replaces', upgrading(stranger), stranger],
    ['the code that was to be revoked', revoking(executor), executor],
    ['none to an account that had none', upgrading(undefined), zeroAddress],
  ] as const)('%s', async (_, batch, address) => {
    expect(await restored(batch)).toBe(address)
    expect(await canUndo(batch)).toBe(true)
  })

  test('nothing that is gone already', async () => {
    expect(await restored(upgrading(stranger), '0x')).toBe(zeroAddress)
  })
})

describe('a cancellation by a device', () => {
  beforeEach(() => putInDevice('ledger'))

  test('restores the one code on its list', async () => {
    const batch = revoking(deviceExecutor)
    expect(await restored(batch)).toBe(deviceExecutor)
    expect(await canUndo(batch)).toBe(true)
  })

  test.each([stranger, executor])('leaves no code in place of %s', async (replaces) => {
    const batch = upgrading(replaces)
    expect(await restored(batch)).toBe(zeroAddress)
    expect(await canUndo(batch)).toBe(true)
  })

  test.each([stranger, executor])('cannot take back a revocation of %s', async (revokes) => {
    expect(await canUndo(revoking(revokes))).toBe(false)
  })
})

test('a device that reads codes signs for no delegate, so a cancellation restores none', async () => {
  await putInDevice('qr')
  expect(await restored(upgrading(deviceExecutor))).toBe(zeroAddress)
  expect(await canUndo(revoking(deviceExecutor))).toBe(false)
})

describe('the question before a cancellation says', () => {
  const plain = { upgrade: false } as const

  test.each([
    ['nothing of an authorization where there is none', plain, false, undefined],
    ['that an upgrade is taken back', { upgrade: true }, false, 'cancel_upgrade'],
    ['so too of a device', { upgrade: true }, true, 'cancel_upgrade'],
    ['so too of other code', { upgrade: true, replaces: stranger }, false, 'cancel_upgrade'],
    ['that no code is left', { upgrade: true, replaces: stranger }, true, 'cancel_plain'],
    ['that the account stays delegated', { ...plain, revokes: executor }, false, 'cancel_revoke'],
    ['so too of listed code', { ...plain, revokes: deviceExecutor }, true, 'cancel_revoke'],
    ['that it cannot be', { ...plain, revokes: executor }, true, 'impossible'],
  ] as const)('%s', (_, batch, isOnDevice, text) => {
    expect(undoneBy(batch, isOnDevice)).toBe(text)
  })
})
