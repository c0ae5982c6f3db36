import {
  getAddress,
  hashMessage,
  hexToBytes,
  parseSignature,
  recoverAddress,
  recoverTransactionAddress,
  serializeTransaction,
  stringToHex,
  type Hex,
  type TransactionSerializable,
} from 'viem'
import { hdKeyToAccount, HDKey } from 'viem/accounts'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { askAddress, confirmAddress, readAddress } from '@/components/devices/ledger/address'
import { askBlindSigning, askRunningApp, isAtLeast } from '@/components/devices/ledger/app'
import { signAuthorization } from '@/components/devices/ledger/authorization'
import { signMessageOnDevice } from '@/components/devices/ledger/message'
import { encodePath, pathOf } from '@/components/devices/ledger/path'
import { readSignatureAnswer } from '@/components/devices/ledger/signature'
import {
  signTransactionOnDevice,
  transactionCommands,
} from '@/components/devices/ledger/transaction'
import { faultOf } from '@/components/devices/ledger/statusWord'
import { keccak256, stringToBytes } from 'viem'
import type { Screen } from '../../device/ledgerApp'
import { newDevice } from '../../device/newDevice'
import { plugIn } from '../../device/plugIn'
import { alice, bob } from '../accounts'

const path = pathOf('live', 0)

/** The account at a path of the device's seed, by viem alone. */
const accountAt = (at: string, seed = 'one') =>
  hdKeyToAccount(HDKey.fromMasterSeed(hexToBytes(keccak256(stringToBytes(seed)))), {
    path: at as `m/44'/60'/${string}`,
  })
const own = accountAt(path).address

const delegate = getAddress('0x4cd241e8d1510e30b2076397afc7508ae59c66c9')

describe('paths', () => {
  test.each([
    ['live', 3, "m/44'/60'/3'/0/0", '058000002c8000003c800000030000000000000000'],
    ['bip44', 3, "m/44'/60'/0'/0/3", '058000002c8000003c800000000000000000000003'],
    ['legacy', 3, "m/44'/60'/0'/3", '048000002c8000003c8000000000000003'],
  ] as const)('of %s', (schema, index, written, bytes) => {
    expect(pathOf(schema, index)).toBe(written)
    expect(Buffer.from(encodePath(written)).toString('hex')).toBe(bytes)
  })

  test.each(['', 'm', '44/60', "m/44'/x", 'm/2147483648', 'm/1/2/3/4/5/6/7/8/9/10/11', "m/44''"])(
    'of another form are refused: %s',
    (wrong) => {
      expect(() => encodePath(wrong)).toThrow('another form')
    },
  )
})

describe('an address', () => {
  test('is read at each path without a question', async () => {
    const device = { ...newDevice(), decide: () => false }
    const { exchange } = await plugIn(device)
    for (const schema of ['live', 'bip44', 'legacy'] as const)
      for (const index of [0, 1, 17])
        expect(await askAddress(exchange, pathOf(schema, index))).toBe(
          accountAt(pathOf(schema, index)).address,
        )
  })

  test('is shown, with its chain, until the user confirms it', async () => {
    const screens: Screen[] = []
    const device = newDevice()
    device.decide = (screen) => screens.push(screen) > 1
    const { exchange } = await plugIn(device)
    const rejected = confirmAddress(exchange, path, 8453)
    await expect(rejected).rejects.toMatchObject({ fault: 'refused', word: 0x6985 })
    expect(await confirmAddress(exchange, path, 8453)).toBe(own)
    expect(screens).toEqual(
      Array.from({ length: 2 }, () => ({ shows: 'address', address: own, chainId: 8453n })),
    )
  })

  test('that is not that of its key is none', async () => {
    const { boundary, exchange } = await plugIn()
    boundary.alter((reports) => {
      const last = reports.at(-1)
      // The first character of the address after 67 bytes, thus in the second report.
      last?.set([...stringToBytes('f')], 5 + 67 - 57)
      return reports
    })
    const given = askAddress(exchange, path)
    await expect(given).rejects.toMatchObject({ fault: 'bad answer' })
    expect(() => readAddress(new Uint8Array(107))).toThrow('bad answer')
    expect(() => readAddress(new Uint8Array(10))).toThrow('bad answer')
  })
})

const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000n }
const call = { to: bob, value: 5n, nonce: 7, gas: 100_000n, chainId: 8453 }

/** Signs on the device, and returns who signed by viem's own reading of the bytes. */
const signerOf = async (transaction: TransactionSerializable, device = newDevice(), at = path) => {
  const { exchange } = await plugIn(device)
  const { r, s, yParity } = await signTransactionOnDevice(
    exchange,
    at,
    serializeTransaction(transaction),
  )
  const v = transaction.type === 'legacy' ? BigInt(yParity + 27) : BigInt(yParity)
  const raw = serializeTransaction(transaction, { r, s, yParity, v })
  return recoverTransactionAddress({
    serializedTransaction: raw,
  })
}

const dataOf = (length: number): Hex => `0x${'ab'.repeat(length)}`

describe('a transaction', () => {
  test.each([
    ['legacy', { ...call, type: 'legacy', gasPrice: 3n }],
    ['legacy', { ...call, type: 'legacy', gasPrice: 3n, chainId: 1 }],
    [
      'legacy, chain of 5 bytes',
      { ...call, type: 'legacy', gasPrice: 3n, chainId: 1_230_263_908_801 },
    ],
    ['legacy, chain of 4 bytes', { ...call, type: 'legacy', gasPrice: 3n, chainId: 4_000_000_007 }],
    [
      'type 1',
      {
        ...call,
        type: 'eip2930',
        gasPrice: 3n,
        accessList: [{ address: alice, storageKeys: [`0x${'11'.repeat(32)}`] }],
      },
    ],
    ['type 2', { ...call, type: 'eip1559', ...fees }],
    ['type 2, a new contract', { ...call, type: 'eip1559', to: null, data: dataOf(900), ...fees }],
    ['type 2, with 20,000 bytes', { ...call, type: 'eip1559', data: dataOf(20_000), ...fees }],
  ] as [string, TransactionSerializable][])('%s', async (_, transaction) => {
    expect(await signerOf(transaction)).toBe(own)
  })

  test('type 4, with an authorization of the device', async () => {
    const { exchange } = await plugIn()
    const asked = { chainId: 8453, address: delegate, nonce: 8 }
    const authorization = { ...asked, ...(await signAuthorization(exchange, path, asked)) }
    expect(await recoverAuthorizationAddress({ authorization })).toBe(own)
    const transaction = {
      ...call,
      ...fees,
      type: 'eip7702',
      data: dataOf(40),
      authorizationList: [authorization],
    } as const
    expect(await signerOf(transaction)).toBe(own)
  })

  /** Lengths of calldata with which a command of 255 bytes ends at the chain ID, or close to it. */
  const lengths = Array.from({ length: 16 }, (_, index) => 192 + index)
  const oldKind = (length: number) =>
    ({ ...call, type: 'legacy', gasPrice: 3n, data: dataOf(length) }) as const

  test.each([
    ['before 1.16.0', [1, 15, 0]],
    ['of today', [1, 22, 0]],
  ] as const)(
    'of the old kind is never signed without its chain, in an app %s',
    async (_, [major, minor, patch]) => {
      for (const length of lengths) {
        const device = newDevice()
        device.version = [major, minor, patch]
        expect(await signerOf(oldKind(length), device), String(length)).toBe(own)
      }
    },
  )

  test('of the old kind is cut where such an app would take a part for the whole', () => {
    const cut = lengths.filter((length) => {
      const commands = transactionCommands(path, serializeTransaction(oldKind(length)))
      return commands.length > 1 && (commands[0]?.data.length ?? 0) < 255
    })
    expect(cut.length).toBeGreaterThan(0)
  })
})

describe('a message', () => {
  test.each([
    ['empty', '0x'],
    ['short', stringToHex('Sign in')],
    ['that fills one command', `0x${'41'.repeat(255 - 25)}`],
    ['one byte longer', `0x${'41'.repeat(256 - 25)}`],
    ['of bytes', '0x00ff00ff'],
    ['as long as the app shows', `0x${'42'.repeat(32_766)}`],
  ] as [string, Hex][])('%s', async (_, message) => {
    const { exchange } = await plugIn()
    const signature = await signMessageOnDevice(exchange, path, message)
    const hash = hashMessage({ raw: message })
    expect(await recoverAddress({ hash, signature })).toBe(own)
    expect(parseSignature(signature).v).toBeTypeOf('bigint')
  })

  test('that the app would cut is not sent', async () => {
    const { exchange, boundary } = await plugIn()
    const signed = signMessageOnDevice(exchange, path, `0x${'42'.repeat(32_767)}`)
    await expect(signed).rejects.toMatchObject({ fault: 'too much' })
    expect(boundary.apdus).toEqual([])
  })
})

describe('the app', () => {
  test('is told with its version and if it signs what it cannot explain', async () => {
    const { exchange, device } = await plugIn()
    expect(await askRunningApp(exchange)).toEqual({ name: 'Ethereum', version: [1, 22, 0] })
    expect(await askBlindSigning(exchange)).toBe(true)
    device.settings.blindSigning = false
    expect(await askBlindSigning(exchange)).toBe(false)
    device.running = 'BOLOS'
    expect((await askRunningApp(exchange)).name).toBe('BOLOS')
  })

  test.each([
    [[1, 22, 0], [1, 22, 0], true],
    [[1, 22, 1], [1, 22, 0], true],
    [[2, 0, 0], [1, 22, 5], true],
    [[1, 9, 9], [1, 17, 0], false],
    [[], [1, 17, 0], false],
  ])('%j is at least %j: %s', (version, least, is) => {
    expect(isAtLeast(version, least)).toBe(is)
  })
})

describe('what the device says no to', () => {
  test.each([
    [0x5515, 'locked'],
    [0x6985, 'refused'],
    [0x6e00, 'wrong app'],
    [0x6d00, 'old app'],
    [0x6a80, 'bad request'],
    [0x6f42, 'unread'],
  ] as const)('0x%s is %s', (word, fault) => {
    expect(faultOf(word)).toBe(fault)
  })

  const authorization = { chainId: 8453, address: delegate, nonce: 8 }

  test.each([
    ['a locked device', { isLocked: true }, 'locked', 0x5515],
    ['another app', { running: 'Bitcoin' }, 'wrong app', 0x6e00],
    ['an app without authorizations', { version: [1, 16, 0] }, 'old app', 0x6d00],
    [
      'the setting off',
      { settings: { ...newDevice().settings, delegation: false } },
      'bad request',
      0x6980,
    ],
    [
      'the setting off, in an older app',
      { version: [1, 19, 0], settings: { ...newDevice().settings, delegation: false } },
      'refused',
      0x6985,
    ],
    ['a user who rejects', { decide: () => false }, 'refused', 0x6985],
  ] as const)('an authorization: %s', async (_, change, fault, word) => {
    const { exchange } = await plugIn({ ...newDevice(), ...change })
    const signed = signAuthorization(exchange, path, authorization)
    await expect(signed).rejects.toMatchObject({ fault, word })
  })

  test('an authorization for a delegate that it does not know, but for none', async () => {
    const { exchange } = await plugIn()
    const foreign = signAuthorization(exchange, path, { ...authorization, address: bob })
    await expect(foreign).rejects.toMatchObject({ word: 0x6980 })
    const zero = '0x0000000000000000000000000000000000000000'
    const revoked = { ...authorization, address: zero } as const
    const signature = await signAuthorization(exchange, path, revoked)
    expect(await recoverAuthorizationAddress({ authorization: { ...revoked, ...signature } })).toBe(
      own,
    )
  })

  test('data with blind signing off', async () => {
    const device = newDevice()
    device.settings.blindSigning = false
    const transaction = { ...call, type: 'eip1559', ...fees } as const
    expect(await signerOf(transaction, device)).toBe(own)
    for (const length of [1, 3, 4, 300]) {
      const signed = signerOf({ ...transaction, data: dataOf(length) }, device)
      await expect(signed).rejects.toMatchObject({ word: 0x6a80 })
    }
  })

  test('type 4 in an app before it', async () => {
    const device = { ...newDevice(), version: [1, 16, 0] as [number, number, number] }
    const word: Hex = `0x${'1'.repeat(64)}`
    const authorizationList = [{ ...authorization, r: word, s: word, yParity: 0 }]
    const signed = signerOf({ ...call, ...fees, type: 'eip7702', authorizationList }, device)
    await expect(signed).rejects.toMatchObject({ fault: 'old app', word: 0x6501 })
  })
})

test('a signature of another form is none', () => {
  const answer = (v: number, length = 65) => new Uint8Array(length).fill(1).with(0, v)
  expect(readSignatureAnswer(answer(28), 27).yParity).toBe(1)
  expect(readSignatureAnswer(answer(0), 255 + 1).yParity).toBe(0)
  for (const wrong of [answer(29), answer(26), answer(27, 64), answer(27, 66)])
    expect(() => readSignatureAnswer(wrong, 27)).toThrow('bad answer')
})
