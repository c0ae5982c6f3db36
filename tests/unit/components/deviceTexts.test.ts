import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { keccak256, zeroAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { assertTaken } from '@/components/devices/assertTaken'
import { DeviceNote } from '@/components/devices/DeviceNote'
import { DeviceState } from '@/components/devices/DeviceState'
import { pickDevice, readDeviceBatches, type DeviceBatch } from '@/components/devices/deviceBatches'
import { faultText } from '@/components/devices/faultText'
import { deviceError, type Fault } from '@/components/devices/ledger/fault'
import type { DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { DeviceTexts } from '@/components/devices/DeviceTexts'
import { ownName, named } from '@/components/text/accountName'
import { append } from '@/lib/batch/journal'
import { reapprovalId } from '@/lib/batch/reapproval'
import { journal, type Account } from '@/lib/db'
import { deviceExecutor, executor } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { typedDataDigests } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, bob } from '../accounts'
import { did, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { mail } from '../sign/typedDataSamples'

const faults: readonly Fault[] = [
  'unplugged',
  'silent',
  'busy',
  'locked',
  'wallet locked',
  'wrong app',
  'old app',
  'blind-signing off',
  'delegation off',
  'delegation',
  'unlisted delegate',
  'wrong seed',
  'refused',
  'too much',
  'bad request',
  'bad answer',
  'unread',
]

describe('a fault of a device', () => {
  test('has a sentence and the next step, unlike that of any other', () => {
    const texts = faults.map((fault) => faultText(deviceError(fault, 0x6f00), 'Savings'))
    expect(new Set(texts).size).toBe(faults.length)
    for (const text of texts) expect(text).toMatch(/^[^.]+\. ?[^.]*\.[^.]*\.?$/)
  })

  test('names the account that was meant, and a word that nobody can read', () => {
    expect(faultText(deviceError('wrong seed'), 'Savings')).toContain('Savings')
    expect(faultText(deviceError('unread', 0x6f01))).toContain('0x6f01')
    expect(faultText(deviceError('unread', 0x21))).toContain('0x0021')
  })

  test('that is no device’s own says that nobody can read why', () => {
    expect(faultText(new Error('secret'))).not.toContain('secret')
  })
})

describe('how far a device is', () => {
  const render = (is: 'looking' | 'waiting' | 'asking' | 'done') =>
    renderToStaticMarkup(
      createElement(DeviceState, {
        device: { phase: { is }, again: () => undefined, choose: () => undefined },
        asking: 'Confirm there.',
      }),
    )

  test('is said by its own words: what is over is not asked for', () => {
    const texts = (['looking', 'waiting', 'asking', 'done'] as const).map(render)
    expect(new Set(texts).size).toBe(4)
    expect(texts.map((text) => text.includes('Confirm there.'))).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  test('a signature that the wallet did not take has its reason', () => {
    expect(() => assertTaken('locked')).toThrow('wallet locked')
    expect(() => assertTaken('wrong')).toThrow('bad answer')
    for (const answer of ['done', 'late'] as const) expect(() => assertTaken(answer)).not.toThrow()
  })
})

describe('what a device is about to show', () => {
  const render = (asked: DeviceRequest) =>
    renderToStaticMarkup(createElement(DeviceTexts, { asked, isQr: false }))

  test('a list of names and values holds nothing between them: a screen reader counts by them', () => {
    const text = render({ kind: 'transaction', unsigned: '0x02c0' })
    expect(text).toMatch(/<dl[^>]*><div><dt[^>]*>[^<]+<\/dt><dd/)
    expect(text).toMatch(/<\/dd><\/div><\/dl>$/)
  })

  /** Digests are written in groups of four. */
  const digits = (hash: Hex) => hash.slice(2, 6)

  test('an upgrade: its code, by address and name', () => {
    const authorization = { chainId: 8453, address: deviceExecutor, nonce: 8 } as const
    const text = render({ kind: 'authorization', authorization }).replaceAll('<wbr/>', '')
    expect(text).toContain(deviceExecutor)
    expect(text).toContain('Simple7702Account 0.8')
    expect(text).toContain('upgrade')
    const gone = { ...authorization, address: zeroAddress }
    expect(render({ kind: 'authorization', authorization: gone })).not.toContain('upgrade')
  })

  test('a transaction: the hash of its very bytes', () => {
    const unsigned: Hex = '0x02c0'
    expect(render({ kind: 'transaction', unsigned })).toContain(digits(keccak256(unsigned)))
  })

  test.each<DeviceRequest>([
    { kind: 'transaction', unsigned: '0x02c0' },
    { kind: 'message', message: '0x1234' },
    { kind: 'typed data', typedData: readTypedData(mail, true) },
  ])('on a QR device: $kind, under no other maker’s name', (asked) => {
    const shown = (isQr: boolean) =>
      renderToStaticMarkup(createElement(DeviceTexts, { asked, isQr }))
    expect(shown(false)).toContain('Your Ledger shows')
    expect(shown(true)).toContain('Your device shows')
    expect(shown(true)).not.toContain('Ledger')
  })

  test('typed data: both hashes, and if it shows no field', () => {
    const typedData = readTypedData(mail, true)
    const digests = typedDataDigests(typedData)
    for (const asked of [
      { kind: 'typed data', typedData },
      { kind: 'hashes', digests },
    ] as const) {
      const text = render(asked)
      expect(text).toContain(digits(digests.domainHash))
      expect(text).toContain(digits(digests.messageHash))
      expect(text.includes('no field')).toBe(asked.kind === 'hashes')
    }
  })
})

const call = { to: bob, value: '0x1', data: '0x' } as const

describe('before approving', () => {
  const note = (quote: object, isRevoking = false) =>
    renderToStaticMarkup(
      createElement(DeviceNote, {
        quote: {
          upgrade: false,
          gas: ['0x1'],
          delegate: null,
          account: { kind: 'plain', delegate: null, installs: deviceExecutor },
          ...quote,
        } as unknown as Quote,
        calls: [call],
        isQr: false,
        isRevoking,
      }),
    )

  test.each<[string, object, boolean, string, boolean]>([
    ['one transaction', {}, false, 'ask you once', false],
    ['calls in order', { gas: ['0x1', '0x1', '0x1'] }, false, 'ask you 3 times', false],
    ['an upgrade', { upgrade: true }, false, 'ask you 2 times', true],
    ['the way back', {}, true, 'ask you 2 times', true],
  ])('the window says how often it asks: %s', (_, quote, isRevoking, text, needs) => {
    expect(note(quote, isRevoking)).toContain(text)
    expect(note(quote, isRevoking).includes('Smart account upgrade')).toBe(needs)
  })
})

test('before approving, the window says why calls cannot run as one, or through which code they do', () => {
  const noteOf = (quote: object, isQr = false) =>
    renderToStaticMarkup(
      createElement(DeviceNote, {
        quote: { upgrade: false, gas: ['0x1'], ...quote } as unknown as Quote,
        calls: [call, call],
        isQr,
      }),
    )
  const plain = { kind: 'plain', delegate: null }
  expect(noteOf({ account: { ...plain, installs: null }, delegate: null })).toContain('lacks')
  const able = { account: { ...plain, installs: deviceExecutor }, delegate: deviceExecutor }
  expect(noteOf(able)).not.toContain('lacks')
  const ours = { account: { kind: 'executor', delegate: executor, installs: null } }
  expect(noteOf({ ...ours, delegate: executor })).toContain('Volley’s own code')
  const theirs = { account: { kind: 'executor', delegate: deviceExecutor, installs: null } }
  expect(noteOf({ ...theirs, delegate: deviceExecutor })).not.toContain('own code')
  const byQr = noteOf({ account: { ...plain, installs: null }, delegate: null }, true)
  expect(byQr).toContain('They run one after another. No QR code can ask for the upgrade')
})

describe('a name', () => {
  const account: Account = { address: alice, index: 0, name: 'Savings' }

  test('of an account in a device says so wherever it stands, but not where it is changed', () => {
    const marked = named({ ...account, source: 'ledger' })
    expect(marked.name).toBe('Savings · Ledger')
    expect(ownName(marked)).toBe('Savings')
    expect(named(account).name).toBe('Savings')
    expect(ownName({ ...account, name: 'My · Ledger' })).toBe('My · Ledger')
  })
})

describe('what devices have to sign', () => {
  const ofDevice = async () => {
    await emptyDatabase()
    await journal.accounts.bulkAdd([
      { address: alice, index: 0, name: 'A', source: 'ledger', devicePath: 'm/1' },
      { address: bob, index: 1, name: 'B' },
    ])
  }
  const keysOf = async () => (await readDeviceBatches()).map(({ batch }) => batch.key)

  test('is what is approved and not signed, of accounts in devices alone', async () => {
    await ofDevice()
    const mine = await storeBatch({ key: 'mine', from: alice })
    await storeBatch({ key: 'other', from: bob })
    expect(await keysOf()).toEqual(['mine'])
    await append(mine.key, [{ type: 'asked', why: 'age' }], 0)
    expect(await keysOf()).toEqual([])
    await append(mine.key, [{ type: 'confirmed' }], 0)
    expect(await keysOf()).toEqual(['mine'])
    await append(mine.key, [{ type: 'stopped', reason: 'user' }], 0)
    expect(await keysOf()).toEqual([])
  })

  test('comes to the screen after a request, but for what was decided here', async () => {
    await ofDevice()
    await storeBatch({ key: 'first', from: alice, chainId: 1 })
    await storeBatch({ key: 'second', from: alice, chainId: 8453 })
    const waiting: DeviceBatch[] = await readDeviceBatches()
    const pick = (decided: string | undefined, isAsked: boolean) =>
      pickDevice(waiting, decided, isAsked)?.batch.key
    expect(pick(undefined, true)).toBeUndefined()
    expect(pick(undefined, false)).toBe('first')
    expect(pick('second', true)).toBe('second')
    expect(pick(reapprovalId('second'), true)).toBe('second')
    expect(pick('third', true)).toBeUndefined()
  })

  describe('of one account on one chain', () => {
    const pick = async (decided: string | undefined, later?: string) => {
      const waiting = (await readDeviceBatches()).filter(({ batch }) => batch.key !== later)
      return pickDevice(waiting, decided, decided !== undefined)?.batch.key
    }

    /** Stores an older batch and a newer one, of which the newer has signed its first call and is to go on. */
    const overtaken = async () => {
      await ofDevice()
      await storeBatch({ key: 'older', from: alice })
      const { key } = await storeBatch({ key: 'newer', from: alice })
      await append(key, [did.signed('0'), did.sent('0'), did.included('0')], 0)
    }

    test('begins with the one that was approved first', async () => {
      await ofDevice()
      await storeBatch({ key: 'older', from: alice })
      await storeBatch({ key: 'newer', from: alice })
      expect(await pick('newer')).toBe('older')
      expect(await pick('older')).toBe('older')
    })

    test('goes on with the one that has begun, though an older one waits', async () => {
      await overtaken()
      expect(await keysOf()).toEqual(['older', 'newer'])
      expect(await pick('newer')).toBe('newer')
      expect(await pick('older')).toBe('newer')
      expect(await pick(undefined)).toBe('newer')
    })

    test('goes on with the one that has begun, whichever of three was decided', async () => {
      await overtaken()
      await storeBatch({ key: 'newest', from: alice })
      for (const decided of ['older', 'newer', 'newest', undefined])
        expect(await pick(decided)).toBe('newer')
    })

    test('shows the one that was decided where the one before it was left for later', async () => {
      await overtaken()
      expect(await pick('older', 'newer')).toBe('older')
    })

    test('has an empty transaction signed at once, which waits for none', async () => {
      await ofDevice()
      await storeBatch({ key: 'older', from: alice })
      await storeBatch({ key: 'filling', from: alice, mode: 'one', nonce: 3 })
      expect(await pick('filling')).toBe('filling')
    })
  })
})
