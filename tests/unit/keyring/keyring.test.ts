import { parseTransaction, recoverTransactionAddress } from 'viem'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { journal, type VaultRow } from '@/lib/db'
import { stamp } from '@/lib/keyring/blob'
import { createKeyring } from '@/lib/keyring/keyring'
import { createReadyKey } from '@/lib/keyring/readyKey'
import { sessionChanged } from '@/lib/keyring/sessionChanged'
import type { Session } from '@/lib/keyring/session'
import { development } from '../../chain/development'
import { emptyDatabase } from '../database'
import { alice, bob, keys, stranger } from '../accounts'

/** A fake of the browser’s session storage: memory, and strings only. */
const openSession = () => {
  const kept: { key?: string | undefined } = {}
  const session: Session = {
    get: () => Promise.resolve(kept.key),
    isOpen: () => Promise.resolve(kept.key !== undefined),
    set: (key) => Promise.resolve(void (kept.key = key)),
  }
  return { kept, session }
}

const { kept, session } = openSession()
const ready = createReadyKey()
const keyring = createKeyring(session, undefined, ready)
/** Counts the signals that the wallet was unlocked or locked. */
let told = 0

const transaction = {
  type: 'eip1559',
  chainId: 8453,
  nonce: 7,
  to: stranger,
  value: 1n,
  gas: 21_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
} as const

const vaultRow = async (): Promise<VaultRow> => {
  const row = await journal.vault.get('vault')
  if (!row) throw new Error('no vault')
  return row
}

/** Runs with a vault in which something was changed. */
const withVault = async <T>(row: VaultRow, run: () => Promise<T>): Promise<T> => {
  const before = await vaultRow()
  await journal.vault.put(row)
  try {
    return await run()
  } finally {
    await journal.vault.put(before)
  }
}

// Argon2id is slow by intention: one vault is enough for all that follows.
beforeAll(async () => {
  await emptyDatabase()
  sessionChanged.on(() => told++)
  await keyring.create({ phrase: development.phrase, count: 2 }, development.password)
})

test('a new vault is open, and its accounts are the phrase’s first two', async () => {
  expect(told).toBe(1)
  expect(await keyring.isUnlocked()).toBe(true)
  expect(await journal.accounts.orderBy('index').toArray()).toEqual([
    { address: alice, index: 0, name: 'Account 1', path: 0 },
    { address: bob, index: 1, name: 'Account 2', path: 1 },
  ])
})

test('nothing that is stored holds a word of the phrase, a key or the password', async () => {
  const tables = await Promise.all(
    journal.tables.map((table) => table.toArray() as Promise<unknown[]>),
  )
  const stored = JSON.stringify(tables)
  expect(stored).toContain(alice)
  const plain = [...new Set(development.phrase.split(' ')), development.password]
  for (const key of Object.values(keys)) {
    const bytes = Buffer.from(key.slice(2), 'hex')
    plain.push(key.slice(2), bytes.toString('base64').slice(0, 40), bytes.join(','))
  }
  const encoded = plain.map((text) => Buffer.from(text).toString('base64').replace(/=+$/, ''))
  for (const text of [...plain, ...encoded, kept.key ?? 'none']) expect(stored).not.toContain(text)
})

describe('signing', () => {
  test.each([alice, bob])('is done by the account that is asked: %s', async (from) => {
    const raw = await keyring.sign(from, { transaction })
    if (!raw) throw new Error('nothing was signed')
    expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(from)
    expect(parseTransaction(raw)).toMatchObject({ chainId: 8453, nonce: 7, value: 1n })
  })

  test('is not done for an account that the wallet does not have', async () => {
    expect(await keyring.sign(stranger, { transaction })).toBeUndefined()
  })

  test('with a key that is ready reads no vault, and only once', async () => {
    keyring.prepareKey('a request', () => Promise.resolve(alice))
    await ready.take(bob)
    const row = await vaultRow()
    await withVault({ ...row, keys: {} }, async () => {
      expect(await keyring.sign(alice, { transaction })).toMatch(/^0x02/)
      await expect(keyring.sign(alice, { transaction })).resolves.toBeUndefined()
    })
  })

  test('is done with the vault’s key where that of another account is ready', async () => {
    keyring.prepareKey('a request', () => Promise.resolve(bob))
    const raw = await keyring.sign(alice, { transaction })
    expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(alice)
    ready.drop()
  })

  test('an authorization needs the chain and the nonce that it binds', async () => {
    const { nonce: _, ...unbound } = transaction
    for (const one of [unbound, { ...transaction, chainId: 0 }])
      await expect(keyring.sign(alice, { transaction: one, authorize: stranger })).rejects.toThrow(
        'needs a chain and a nonce',
      )
  })

  test('is not done with a key that was put in another’s place', async () => {
    const row = await vaultRow()
    const { [alice]: ofAlice, [bob]: ofBob } = row.keys
    if (!ofAlice || !ofBob) throw new Error('no keys')
    const swapped = await stamp({ ...row, keys: { [alice]: ofBob, [bob]: ofAlice } }, 1)
    await withVault(swapped, () => expect(keyring.sign(alice, { transaction })).rejects.toThrow())
  })
})

describe('a key that is ready goes', () => {
  /** Makes a key ready and returns what is there of it once `happens` has. */
  const left = async (happens: () => Promise<unknown>) => {
    keyring.prepareKey('a request', () => Promise.resolve(alice))
    await ready.take(bob)
    await happens()
    return ready.take(alice)
  }

  test('when the wallet locks', async () => {
    const dataKey = kept.key
    const before = told
    expect(await left(() => keyring.lock())).toBeUndefined()
    kept.key = dataKey
    told = before
  })

  test('when the vault changes, as where its account is removed', async () => {
    const row = await vaultRow()
    const removed = () => keyring.removeKey(development.password, alice)
    expect(await left(removed)).toBeUndefined()
    await journal.vault.put(row)
  })

  test('when a change of the vault is reported as failed, which may be on disk', async () => {
    const put = vi.spyOn(journal.vault, 'put').mockRejectedValueOnce(new Error('disk'))
    const failing = () => keyring.addPath(5).catch(() => undefined)
    expect(await left(failing)).toBeUndefined()
    put.mockRestore()
  })

  test('when all is erased, also where the disk refuses', async () => {
    const dataKey = kept.key
    const refusing = () => keyring.erase(() => Promise.reject(new Error('disk')))
    expect(await left(() => refusing().catch(() => undefined))).toBeUndefined()
    kept.key = dataKey
  })

  test('and stays while nothing happens', async () => {
    expect(await left(() => Promise.resolve())).toHaveLength(32)
  })

  test('and none is opened while the wallet is locked', async () => {
    const dataKey = kept.key
    kept.key = undefined
    keyring.prepareKey('a request', () => Promise.resolve(alice))
    expect(await ready.take(alice)).toBeUndefined()
    ready.drop()
    kept.key = dataKey
  })
})

describe('a locked wallet', () => {
  test('signs nothing and has no key in memory', async () => {
    await keyring.lock()
    expect(told).toBe(2)
    expect(kept.key).toBeUndefined()
    expect(await keyring.isUnlocked()).toBe(false)
    expect(await keyring.sign(alice, { transaction })).toBeUndefined()
  })

  test('stays locked at a wrong password, and nobody is told', async () => {
    for (const password of ['', 'x', `${development.password} `])
      expect(await keyring.unlock(password)).toBe('wrong password')
    expect(await keyring.isUnlocked()).toBe(false)
    expect(told).toBe(2)
  })

  test.each<[string, (row: VaultRow) => Partial<VaultRow>]>([
    ['another salt', ({ kdf }) => ({ kdf: { ...kdf, salt: 'AAAAAAAAAAAAAAAAAAAAAA==' } })],
    ['another name', ({ kdf }) => ({ kdf: { ...kdf, name: 'argon2d' as never } })],
    ['another wrapped key', ({ phrase, key }) => ({ key: phrase ?? key })],
    ['a weaker derivation, which is not even tried', ({ kdf }) => ({ kdf: { ...kdf, memory: 8 } })],
  ])('stays locked where the vault has %s', async (_, change) => {
    const row = await vaultRow()
    const changed = { ...row, ...change(row) }
    const unlock = () => keyring.unlock(development.password)
    expect(await withVault(changed, unlock)).toBe('damaged')
    // An attacker who writes into the vault can write its checksum, too.
    const forged = await stamp(changed, changed.revision)
    expect(['damaged', 'wrong password']).toContain(await withVault(forged, unlock))
    expect(await keyring.isUnlocked()).toBe(false)
  })

  test('opens with the password, in a worker that starts anew too', async () => {
    const fresh = createKeyring(session)
    expect(await fresh.unlock(development.password)).toBe('open')
    expect(await keyring.sign(alice, { transaction })).toMatch(/^0x02/)
  })
})

test('a second vault does not take the place of the first', async () => {
  const before = await vaultRow()
  const again = keyring.create({ phrase: development.phrase, count: 2 }, 'another')
  await expect(again).rejects.toThrow('a vault already')
  expect(await vaultRow()).toEqual(before)
})

test('without a vault no password opens anything', async () => {
  const row = await vaultRow()
  await journal.vault.clear()
  const fresh = createKeyring(openSession().session)
  expect(await fresh.hasVault()).toBe(false)
  expect(await fresh.unlock(development.password)).toBe('wrong password')
  await journal.vault.put(row)
})
