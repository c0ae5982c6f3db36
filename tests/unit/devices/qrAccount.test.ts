import { bytesToHex, hexToBytes, keccak256, stringToHex } from 'viem'
import { HDKey, hdKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { journal, type Batch } from '@/lib/db'
import { addAccounts } from '@/lib/keyring/accounts'
import { canUndo } from '@/lib/batch/undo'
import { atomicityOf } from '@/lib/delegate/support'
import { deviceExecutor } from '@/lib/delegate/executor'
import { readAccountCode } from '@/lib/delegate/account'
import { isOnDevice } from '@/lib/devices/isOnDevice'
import { deviceVerbs } from '@/lib/wallet/deviceVerbs'
import { paymentVerbs } from '@/lib/wallet/paymentVerbs'
import type { WalletServices } from '@/lib/wallet/services'
import { leadTo } from '../../harness/leadTo'
import { startChain } from '../../chain/index'
import { emptyDatabase } from '../database'

const seed = HDKey.fromMasterSeed(hexToBytes(keccak256(stringToHex('one'))))
const key = seed.derive("m/44'/60'/0'")
const path = "m/44'/60'/0'"
const publicKey = bytesToHex(key.publicKey ?? new Uint8Array())
const chainCode = bytesToHex(key.chainCode ?? new Uint8Array())
const own = hdKeyToAccount(seed, { path: `m/44'/60'/0'/0/2` }).address
const services = {} as unknown as WalletServices

beforeEach(emptyDatabase)

const added = { publicKey, chainCode, path, steps: '0/2', fingerprint: 7 }

describe('an account of a QR device', () => {
  test('has the address of its key, whatever anybody says', async () => {
    expect(await deviceVerbs.addQrAccount(added, services)).toBe('done')
    expect(await journal.accounts.toArray()).toEqual([
      {
        address: own,
        index: 0,
        name: 'Account 1',
        source: 'qr',
        devicePath: `${path}/0/2`,
        fingerprint: 7,
      },
    ])
    expect(await deviceVerbs.addQrAccount(added, services)).toBe('done')
    expect(await isOnDevice(own)).toBe(true)
  })

  test('is not added from a key that gives no address', async () => {
    const none = { ...added, publicKey: `0x02${'ff'.repeat(32)}` as const }
    await expect(async () => deviceVerbs.addQrAccount(none, services)).rejects.toThrow()
    expect(await deviceVerbs.deriveAddresses({ ...none, steps: ['0/0'] }, services)).toBe('bad key')
    expect(await journal.accounts.count()).toBe(0)
  })

  test('takes the place of a watched one, and of no other', async () => {
    await addAccounts([{ address: own, source: 'watch' }])
    expect(await deviceVerbs.addQrAccount(added, services)).toBe('done')
    expect((await journal.accounts.get(own))?.source).toBe('qr')
    const ledger = { address: own, path: `${path}/0/2` }
    expect(await deviceVerbs.addDeviceAccount(ledger, services)).toBe('known')
  })

  test('leaves no fingerprint with an account whose phrase comes into the wallet', async () => {
    await deviceVerbs.addQrAccount(added, services)
    await addAccounts([{ address: own, path: 2 }])
    expect(await journal.accounts.get(own)).toEqual({
      address: own,
      index: 0,
      name: 'Account 1',
      path: 2,
    })
  })

  test('signs for no delegate, also not for one that a Ledger signs for', async () => {
    await deviceVerbs.addQrAccount(added, services)
    expect(await canUndo({ from: own, revokes: deviceExecutor } as Batch)).toBe(false)
    const asked = { id: 'a', from: own, chainId: 31337, delegate: deviceExecutor }
    await expect(async () => paymentVerbs.revoke(asked, services)).rejects.toThrow('revoked')
  })

  test('is never upgraded, so that its batches run in order', async () => {
    await deviceVerbs.addQrAccount(added, services)
    const chain = await startChain({ hardfork: 'prague' })
    const letGo = leadTo(31337, chain.url)
    try {
      const account = await readAccountCode(31337, own)
      expect(account).toEqual({ kind: 'plain', delegate: null, installs: null })
      const found = atomicityOf({ eip7702: true, executor: true }, account)
      expect(found.status).toBe('unsupported')
    } finally {
      letGo()
      await chain.stop()
    }
  })
})
