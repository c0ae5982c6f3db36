import {
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  zeroAddress,
  type Hex,
} from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount } from 'viem/accounts'
import { hexToBytes, stringToBytes } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkCall } from '@/lib/lock/check'
import { actedBy, problemIn } from '@/components/batches/acted'
import { pathOf } from '@/components/devices/ledger/path'
import { signOnDevice } from '@/components/devices/ledger/signOnDevice'
import { t } from '@/components/text/messages'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { stateOf } from '@/lib/batch/journal'
import { journal, type Batch, type DeviceSigning } from '@/lib/db'
import type { Checker } from '@/lib/db/outcome'
import { delegation, executor } from '@/lib/delegate/executor'
import { answerSigning, askedFor, withDevices } from '@/lib/devices/signings'
import { authorizationIn, hashOfPart, unsignedOf } from '@/lib/devices/signingBytes'
import { plugIn } from '../../device/plugIn'
import { alice, bob, keys, stranger } from '../accounts'
import { storeBatch } from '../batch/batches'
import { openChain } from '../batch/fakeChain'
import { cancel, codeOf, priceOn, revoking, speedUp, start, types } from '../batch/runnerHarness'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'

const path = pathOf('live', 0)
const seed = HDKey.fromMasterSeed(hexToBytes(keccak256(stringToBytes('one'))))
const account = hdKeyToAccount(seed, { path: "m/44'/60'/0'/0/0" })
const own = account.address

beforeEach(async () => {
  await emptyDatabase()
  await journal.accounts.add({
    address: own,
    index: 0,
    name: 'Ledger',
    source: 'ledger',
    devicePath: path,
  })
})

/** Opens a runner over a new chain, whose account is in a device and has this code. */
const open = async (terms: Partial<FrozenTerms> = {}, code: Hex = '0x') => {
  const place = openChain()
  place.chain.answers = codeAnswers(code)
  place.world.sign = withDevices(() => Promise.reject(new Error('the vault has no such key')))
  place.world.asked = askedFor
  const batch = await storeBatch({ mode: 'one', ...terms, from: own })
  const started = start(place)
  await started.runner.advance()
  return { ...started, batch }
}

const rows = () => journal.signings.toArray()

const onlyRow = async (): Promise<DeviceSigning> => {
  const [row, ...others] = await rows()
  if (!row || others.length > 0) throw new Error(`${others.length + (row ? 1 : 0)} rows`)
  return row
}

type Part = 'authorization' | 'transaction'

/** Signs a part of a row, as the device does once its user approves. */
const signatureOf = async (row: DeviceSigning, part: Part = 'transaction'): Promise<Hex> =>
  account.sign({ hash: hashOfPart(row, part) ?? '0x' })

const answer = async (row: DeviceSigning, part: Part = 'transaction') =>
  answerSigning(row.id, part, await signatureOf(row, part))

/** Opens a runner over two calls in order, of which a block has the first; the second waits for the device. */
const openSecond = async () => {
  const { runner, batch, chain, include } = await open({ mode: 'sequence' })
  await answer(await onlyRow())
  await runner.advance()
  include(keccak256(chain.sent[0] ?? '0x'))
  chain.count = 6
  await runner.look(31337)
  await runner.advance()
  return { runner, batch, second: await onlyRow() }
}

const signersOf = async (batch: Batch) =>
  Promise.all(
    (await stateOf(batch.key)).transactions.map(({ raw }) =>
      recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` }),
    ),
  )

describe('a transaction of an account in a device', () => {
  test('is asked for by a row, with the same bytes until it is signed', async () => {
    const { runner, batch, chain } = await open()
    const row = await onlyRow()
    expect(row).toMatchObject({ key: batch.key, from: own, nonce: 5, kind: 'next' })
    const asked = chain.asked.length
    for (let minute = 0; minute < 8; minute++) {
      chain.now += 60_000
      await runner.advance()
      expect(await rows()).toEqual([row])
    }
    expect(await types(batch)).toEqual(['approved'])
    expect(chain.sent).toEqual([])
    // A node is not asked either while the device has it.
    expect(chain.asked).toHaveLength(asked)
  })

  test('with locks keeps its deadline, and is signed with it', async () => {
    const locks = [checkCall(stranger, own, [{ token: stranger, least: 1n }])]
    const checkers: Checker[] = []
    const terms = { mode: 'atomic', delegate: executor, locks, checkers } as const
    const { runner, batch, chain } = await open(terms, delegation(executor))
    const row = await onlyRow()
    expect(row.deadline).toBe((chain.now + 600_000) / 1000)
    chain.now += 120_000
    await runner.advance()
    expect(await rows()).toEqual([row])
    await answer(row)
    await runner.advance()
    const { transactions } = await stateOf(batch.key)
    expect(transactions).toMatchObject([{ deadline: row.deadline }])
    expect(await signersOf(batch)).toEqual([own])
  })

  test('with locks whose deadline is too near is not sent: the user is asked again', async () => {
    const locks = [checkCall(stranger, own, [{ token: stranger, least: 1n }])]
    const checkers: Checker[] = []
    const terms = { mode: 'atomic', delegate: executor, locks, checkers } as const
    const { runner, batch, chain } = await open(terms, delegation(executor))
    const row = await onlyRow()
    chain.now += 490_000
    await answer(row)
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked'])
    expect(await rows()).toEqual([])
    expect(chain.sent).toEqual([])
  })

  test('goes out once it is signed, and is asked for no more', async () => {
    const { runner, batch, chain } = await open()
    expect(await answer(await onlyRow())).toBe('done')
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
    expect(await signersOf(batch)).toEqual([own])
    expect(chain.sent).toHaveLength(1)
    expect(await rows()).toEqual([])
  })

  test('may be answered twice, and by a page that does not know if it was heard', async () => {
    const { runner, batch } = await open()
    const row = await onlyRow()
    expect(await answer(row)).toBe('done')
    expect(await answer(row)).toBe('done')
    await runner.advance()
    expect(await answer(row)).toBe('late')
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('of the second call is asked for after the first', async () => {
    const { runner, batch, second } = await openSecond()
    expect(second.nonce).toBe(6)
    await answer(second)
    await runner.advance()
    expect((await stateOf(batch.key)).transactions.map(({ nonce }) => nonce)).toEqual([5, 6])
  })
})

describe('a transaction with an authorization', () => {
  test('is asked for after it, in one row, at the nonces of both', async () => {
    const { runner, batch } = await open({
      mode: 'atomic',
      upgrade: true,
      delegate: executor,
      gas: ['0x30d40'],
    })
    const row = await onlyRow()
    expect(authorizationIn(row)).toEqual({ chainId: 31337, address: executor, nonce: 6 })
    expect(unsignedOf(row)).toBeUndefined()
    expect(
      await answerSigning(
        row.id,
        'transaction',
        await account.sign({ hash: keccak256(row.unsigned) }),
      ),
    ).toBe('late')
    expect(await answer(row, 'authorization')).toBe('done')
    await runner.advance()
    expect(await types(batch)).toEqual(['approved'])
    const next = await onlyRow()
    expect(parseTransaction(unsignedOf(next) ?? '0x')).toMatchObject({ type: 'eip7702', nonce: 5 })
    expect(await answer(next)).toBe('done')
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
    expect(await signersOf(batch)).toEqual([own])
    expect((await stateOf(batch.key)).transactions).toMatchObject([{ upgrade: true, nonce: 5 }])
  })

  test('that takes a delegate away is signed by the device’s own app', async () => {
    const { runner, batch } = await open(
      { ...revoking, calls: [{ to: own, value: '0x0', data: '0x' }] },
      delegation(executor),
    )
    const { exchange } = await plugIn()
    const device = { path, address: own }
    const row = await onlyRow()
    const authorization = authorizationIn(row)
    if (!authorization) throw new Error('no authorization is asked for')
    expect(authorization.address).toBe(zeroAddress)
    const authorized = await signOnDevice(exchange, device, {
      kind: 'authorization',
      authorization,
    })
    expect(await answerSigning(row.id, 'authorization', authorized)).toBe('done')
    const unsigned = unsignedOf(await onlyRow()) ?? '0x'
    const signed = await signOnDevice(exchange, device, { kind: 'transaction', unsigned })
    expect(await answerSigning(row.id, 'transaction', signed)).toBe('done')
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
    expect(await signersOf(batch)).toEqual([own])
  })
})

describe('a signature is refused', () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

  /** Signature with the other s, which no chain takes. */
  const twin = (signature: Hex): Hex => {
    const s = order - BigInt(`0x${signature.slice(66, 130)}`)
    const v = signature.endsWith('1b') ? '1c' : '1b'
    return `${signature.slice(0, 66) as Hex}${s.toString(16).padStart(64, '0')}${v}`
  }

  const foreign = privateKeyToAccount(keys[alice] ?? '0x')
  const zeros: Hex = `0x${'0'.repeat(128)}1b`

  test.each<[string, (row: DeviceSigning) => Promise<Hex>]>([
    ['from another key', (row) => foreign.sign({ hash: hashOfPart(row, 'transaction') ?? '0x' })],
    ['of another hash', () => account.sign({ hash: keccak256('0x01') })],
    ['of nothing', () => Promise.resolve('0x')],
    ['cut short', async (row) => (await signatureOf(row)).slice(0, -2) as Hex],
    ['with more after it', async (row) => `${await signatureOf(row)}00`],
    ['of zeros', () => Promise.resolve(zeros)],
    ['with an s that no chain takes', async (row) => twin(await signatureOf(row))],
    ['with the v of a chain', async (row) => `${(await signatureOf(row)).slice(0, -2) as Hex}26`],
  ])('%s', async (_, sign) => {
    const { runner, batch, chain } = await open()
    const row = await onlyRow()
    expect(await answerSigning(row.id, 'transaction', await sign(row))).toBe('wrong')
    await runner.advance()
    expect(await rows()).toEqual([row])
    expect(await types(batch)).toEqual(['approved'])
    expect(chain.sent).toEqual([])
  })

  test('that comes after the user cancelled', async () => {
    const { runner, batch, chain } = await open()
    const row = await onlyRow()
    expect(await runner.cancel(batch.key)).toBe('done')
    expect(await rows()).toEqual([])
    expect(await answer(row)).toBe('late')
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'stopped'])
    expect(chain.sent).toEqual([])
  })

  test('that comes after ten minutes, when the user is asked again', async () => {
    const { runner, batch, chain } = await open()
    const row = await onlyRow()
    chain.now += 11 * 60_000
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked'])
    expect(await answer(row)).toBe('late')
    expect(chain.sent).toEqual([])
  })

  test('that comes while other bytes take the place of its own', async () => {
    await open()
    const row = await onlyRow()
    const { unsigned: _, ...rest } = row
    const other: DeviceSigning = {
      ...rest,
      unsigned: serializeTransaction({ ...parseTransaction(row.unsigned), gas: 30_000n }),
    }
    const signature = await signatureOf(row)
    await Promise.all([
      answerSigning(row.id, 'transaction', signature),
      journal.signings.put(other),
    ])
    expect(await onlyRow()).toEqual(other)
  })

  test('that nobody asked for', async () => {
    expect(await answerSigning('a 1', 'transaction', `0x${'1'.repeat(128)}1b`)).toBe('late')
  })
})

describe('a refusal on the device', () => {
  test('ends a batch of which nothing is signed, as the user', async () => {
    const { runner, batch, chain } = await open()
    const row = await onlyRow()
    expect(await runner.refuse(batch.key, row.id)).toBe('done')
    expect(await types(batch)).toEqual(['approved', 'stopped'])
    expect((await stateOf(batch.key)).stopped).toBe('user')
    expect(await codeOf(batch)).toBe(400)
    expect(await rows()).toEqual([])
    expect(await answer(row)).toBe('late')
    expect(await runner.refuse(batch.key, row.id)).toBe('late')
    expect(chain.sent).toEqual([])
  })

  test('ends one whose authorization alone is signed, which nobody was sent', async () => {
    const upgrade = { mode: 'atomic', upgrade: true, delegate: executor, gas: ['0x30d40'] } as const
    const { runner, batch, chain } = await open({ ...upgrade, gas: [...upgrade.gas] })
    const row = await onlyRow()
    await answer(row, 'authorization')
    expect(await runner.refuse(batch.key, row.id)).toBe('done')
    expect(await codeOf(batch)).toBe(400)
    expect(await rows()).toEqual([])
    expect(chain.sent).toEqual([])
  })

  test('ends nothing where the device has signed', async () => {
    const { runner, batch } = await open()
    const row = await onlyRow()
    await answer(row)
    expect(await runner.refuse(batch.key, row.id)).toBe('late')
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('ends nothing where an earlier call is signed: the device may be asked again', async () => {
    const { runner, batch, second } = await openSecond()
    expect(await runner.refuse(batch.key, second.id)).toBe('late')
    expect(await onlyRow()).toEqual(second)
    expect(await codeOf(batch)).toBe(100)
  })

  test('of something else ends nothing', async () => {
    const { runner, batch } = await open()
    const row = await onlyRow()
    expect(await runner.refuse(batch.key, `${row.id}0`)).toBe('late')
    expect(await types(batch)).toEqual(['approved'])
  })
})

describe('what changed while the device waited', () => {
  test('is looked at before its signature is taken', async () => {
    const { runner, batch, chain } = await open({ expected: 'succeeds' })
    chain.now += 60_000
    await answer(await onlyRow())
    chain.verdict = 'fails'
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked'])
    expect(await rows()).toEqual([])
    expect(chain.sent).toEqual([])
  })

  test('asks for other bytes where another wallet used the nonce', async () => {
    const { runner, batch, chain } = await open()
    const row = await onlyRow()
    await answer(row)
    chain.count = 6
    await runner.advance()
    const next = await onlyRow()
    expect(next.nonce).toBe(6)
    expect(next.signature).toBeUndefined()
    expect(await answer(row)).toBe('late')
    await answer(next)
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
    expect((await stateOf(batch.key)).transactions).toMatchObject([{ nonce: 6 }])
  })
})

describe('a replacement by a device', () => {
  const sent = async () => {
    const place = await open()
    await answer(await onlyRow())
    await place.runner.advance()
    return place
  }

  test('speeds up once the device has signed it', async () => {
    const { runner, batch, chain } = await sent()
    expect(await speedUp(runner, batch.key)).toBe('device')
    const row = await onlyRow()
    expect(row).toMatchObject({ kind: 'replacement', nonce: 5 })
    await answer(row)
    expect(await speedUp(runner, batch.key)).toBe('done')
    expect(chain.sent).toHaveLength(2)
    expect(await signersOf(batch)).toEqual([own, own])
    expect(await rows()).toEqual([])
  })

  test('cancels once the device has signed it, and stops at once', async () => {
    const { runner, batch, chain } = await sent()
    expect(await cancel(runner, batch.key)).toBe('device')
    expect(await types(batch)).toContain('stopped')
    await answer(await onlyRow())
    expect(await cancel(runner, batch.key)).toBe('done')
    expect(chain.sent).toHaveLength(2)
    expect(await rows()).toEqual([])
  })

  test('that fails for another reason asks no device, though an earlier one still waits', async () => {
    const { runner, batch } = await sent()
    expect(await speedUp(runner, batch.key)).toBe('device')
    const row = await onlyRow()
    // Without a price, a cancellation only stops.
    const acted = await runner.cancel(batch.key)
    expect(acted).toBe('no price')
    expect(await answer(row)).toBe('late')
    expect(actedBy('cancel_noPrice')).toEqual({ problem: t('cancel_noPrice') })
    expect(actedBy('on device')).toBe('on device')
    expect(problemIn(actedBy(undefined))).toBeUndefined()
  })

  test('cancels no revocation of code for which the device does not sign', async () => {
    const { runner, batch, chain } = await open(
      { ...revoking, calls: [{ to: own, value: '0x0', data: '0x' }] },
      delegation(executor),
    )
    const row = await onlyRow()
    await answer(row, 'authorization')
    await answer(await onlyRow())
    await runner.advance()
    expect(await runner.price(batch.key, 'cancel')).toBe('unlisted')
    expect(await runner.cancel(batch.key)).toBe('unlisted')
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
    expect(await rows()).toEqual([])
    expect(chain.sent).toHaveLength(1)
  })

  test('that nobody signed holds up nothing that comes after', async () => {
    const { runner, batch, chain, include } = await open({ mode: 'sequence' })
    await answer(await onlyRow())
    await runner.advance()
    await priceOn(runner, batch.key, 'same')
    expect(await speedUp(runner, batch.key)).toBe('device')
    include(keccak256(chain.sent[0] ?? '0x'))
    chain.count = 6
    await runner.look(31337)
    expect(await rows()).toEqual([])
    await runner.advance()
    expect(await onlyRow()).toMatchObject({ kind: 'next', nonce: 6 })
  })
})

test('a key of the vault is not asked of a device', async () => {
  const sign = withDevices(() => Promise.resolve('0x02'))
  const transaction = { type: 'eip1559', chainId: 1, nonce: 0, to: bob } as const
  expect(await sign(alice, { transaction })).toBe('0x02')
  await expect(sign(own, { transaction })).rejects.toThrow('without a price')
  expect(await rows()).toEqual([])
})
