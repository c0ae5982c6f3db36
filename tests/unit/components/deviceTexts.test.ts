import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { keccak256, serializeTransaction, zeroAddress, type Hex } from 'viem'
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
  const render = (asked: DeviceRequest, isQr = false) =>
    renderToStaticMarkup(createElement(DeviceTexts, { asked, account: alice, isQr }))

  /** Returns the names and values of all lists, in their order. */
  const factsIn = (markup: string): string[][] =>
    [...markup.matchAll(/<dt[^>]*>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll(/<[^>]*>/g, '')],
    )

  /** Digests are written in groups of four. */
  const digits = (hash: Hex) => hash.slice(2, 6)

  const transactionOf = (change: object = {}) =>
    serializeTransaction({
      type: 'eip1559',
      chainId: 8453,
      nonce: 7,
      gas: 21_000n,
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1n,
      to: bob,
      value: 10n ** 17n,
      ...change,
    })

  test('a list of names and values holds nothing between them: a screen reader counts by them', () => {
    const text = render({ kind: 'transaction', unsigned: transactionOf() })
    expect(text).toMatch(/<dl[^>]*><div><dt[^>]*>[^<]+<\/dt><dd/)
    expect(text).toMatch(/<\/dd><\/div><\/dl>$/)
  })

  test('an upgrade: what it shows, by the app’s own name of the code, and what it signs unseen', () => {
    const authorization = { chainId: 8453, address: deviceExecutor, nonce: 8 } as const
    const text = render({ kind: 'authorization', authorization })
    expect(text).toContain('upgrade')
    expect(factsIn(text)).toEqual([
      ['Account', alice],
      ['Delegate to', 'Simple7702Account'],
      ['Network', 'Base'],
      ['Code', deviceExecutor],
      ['Nonce', '8'],
    ])
    expect(text.indexOf('without showing')).toBeGreaterThan(text.indexOf('>Base<'))
    expect(text.indexOf('without showing')).toBeLessThan(text.indexOf('>Code<'))
    const gone = render({
      kind: 'authorization',
      authorization: { ...authorization, address: zeroAddress },
    })
    expect(gone).not.toContain('upgrade')
    expect(factsIn(gone)).toEqual([
      ['Account', alice],
      ['Network', 'Base'],
      ['Nonce', '8'],
    ])
  })

  test('code that is not on the app’s list goes by no name of the list', () => {
    const authorization = { chainId: 8453, address: executor, nonce: 8 } as const
    const text = render({ kind: 'authorization', authorization })
    expect(text).not.toContain('Simple7702Account')
    expect(text).toContain('upgrade')
  })

  const base = [
    ['From', alice],
    ['To', bob],
    ['Max fees', '0.000042 ETH'],
  ] as const
  const [from, to, fees] = base
  const amount = ['Amount', '0.1 ETH']
  const network = ['Network', 'Base']

  test.each<[string, object, boolean, (readonly string[])[]]>([
    ['a payment', {}, false, [from, amount, to, fees, network]],
    ['a payment on Ethereum', { chainId: 1 }, false, [from, amount, to, fees]],
    ['a call', { value: 0n, data: '0x1234' }, false, [from, to, fees, network]],
    ['a call with coin', { data: '0x1234' }, false, [from, amount, to, fees, network]],
    [
      'a new contract',
      { to: undefined, data: '0x1234' },
      false,
      [from, amount, ['To', 'a new contract'], fees, network],
    ],
    [
      'by its gas price',
      {
        type: 'legacy',
        gasPrice: 2_000_000_000n,
        maxFeePerGas: undefined,
        maxPriorityFeePerGas: undefined,
      },
      false,
      [from, amount, to, fees, network],
    ],
    [
      'a call, on a device whose order nobody knows',
      { chainId: 1, value: 0n, data: '0x1234' },
      true,
      [from, ['Amount', '0 ETH'], to, fees, ['Network', 'Ethereum']],
    ],
  ])('a transaction, in the order of the device: %s', (_, change, isQr, facts) => {
    const text = render({ kind: 'transaction', unsigned: transactionOf(change) }, isQr)
    expect(factsIn(text)).toEqual(facts)
  })

  test('a transaction: the hash of its very bytes, and when a Ledger shows that', () => {
    for (const [change, isSetting] of [
      [{}, true],
      [{ data: '0x1234' }, false],
    ] as const) {
      const unsigned = transactionOf(change)
      const text = render({ kind: 'transaction', unsigned })
      expect(text).toContain(digits(keccak256(unsigned)))
      expect(text.includes('Transaction hash')).toBe(isSetting)
      expect(render({ kind: 'transaction', unsigned }, true)).toContain('Some devices show no hash')
    }
  })

  test.each<DeviceRequest>([
    { kind: 'transaction', unsigned: transactionOf() },
    { kind: 'message', message: '0x1234' },
    { kind: 'typed data', typedData: readTypedData(mail, true) },
  ])('on a QR device: $kind, under no other maker’s name', (asked) => {
    expect(render(asked)).toContain('Your Ledger shows')
    expect(render(asked, true)).toContain('Your device shows')
    expect(render(asked, true)).not.toContain('Ledger')
  })

  test('typed data: both hashes, and if it shows no field, or where', () => {
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
      expect(text.includes('Raw messages')).toBe(asked.kind === 'typed data')
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
  expect(byQr).toContain('The steps run one after another. QR codes cannot request the upgrade')
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
