import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur'
import { DataType, EthSignRequest } from '@keystonehq/bc-ur-registry-eth'
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  numberToBytes,
  recoverAddress,
  keccak256,
  serializeTransaction,
  stringToHex,
  hashMessage,
  type Hex,
} from 'viem'
import { HDKey, hdKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { decodeCbor, encodeCbor, type Cbor } from '@/components/devices/qr/cbor'
import { isQrError, type QrFault } from '@/components/devices/qr/fault'
import { fragmentsIn } from '@/components/devices/qr/fragments'
import { readKeys } from '@/components/devices/qr/keys'
import { readQrSignature } from '@/components/devices/qr/signatureAnswer'
import { signRequest } from '@/components/devices/qr/signRequest'
import { createParts, createReader, type Ur } from '@/components/devices/qr/ur'
import { toBytewords } from '@/components/devices/qr/bytewords'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { deriveAddress } from '@/lib/keyring/deriveAddress'
import { answered, codesOf, connecting, newQrDevice, type Connecting } from '../../device/qrSigner'
import { stranger } from '../accounts'
import { mail } from '../sign/typedDataSamples'

/** Returns the fault that a run throws. */
const faultOf = (run: () => unknown): string => {
  try {
    run()
    return 'none'
  } catch (error) {
    return isQrError(error) ? error.qr : String(error)
  }
}

const bytesOf = (length: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 17 + (index >> 8)) & 0xff)

const readAll = (codes: readonly string[]): Ur | undefined => {
  const reader = createReader()
  for (const code of codes) {
    const { ur } = reader.take(code)
    if (ur) return ur
  }
  return undefined
}

const message = (length: number, seed = 1): UR =>
  new UR(Buffer.from(bytesOf(length, seed)), 'bytes')

describe('a message in codes', () => {
  test.each([1, 50, 99, 100, 101, 250, 1_000, 5_000])(
    'of %i bytes is read as the published library writes it',
    (length) => {
      const read = readAll(codesOf(message(length)))
      expect(read && bytesToHex(read.cbor)).toBe(bytesToHex(bytesOf(length)))
      expect(read?.type).toBe('bytes')
    },
  )

  test.each([1, 99, 100, 101, 250, 1_000, 5_000])(
    'of %i bytes is what the published library writes, also the mixtures',
    (length) => {
      const own = createParts({ type: 'bytes', cbor: bytesOf(length) })
      const theirs = new UREncoder(message(length), 100)
      const count = own.count === 1 ? 1 : 3 * own.count
      for (let number = 0; number < count; number++)
        expect(own.at(number)).toBe(theirs.nextPart().toUpperCase())
    },
  )

  test('is read by the published library from mixtures alone', () => {
    const own = createParts({ type: 'bytes', cbor: bytesOf(2_000) })
    const theirs = new URDecoder()
    for (let number = own.count; !theirs.isComplete() && number < 5 * own.count; number++)
      theirs.receivePart(own.at(number))
    expect(bytesToHex(new Uint8Array(theirs.resultUR().cbor))).toBe(bytesToHex(bytesOf(2_000)))
  })

  test.each([2, 3, 7, 12, 40, 100])(
    'of %i fragments is read whatever parts are lost, in any order',
    (count) => {
      const codes = codesOf(message(90 * count), 90, 3 * count + 20)
      // Every second one is lost, and those that are left come backwards.
      const seen = codes.filter((_, index) => index % 2 === 1).reverse()
      const read = readAll(seen)
      expect(read && bytesToHex(read.cbor)).toBe(bytesToHex(bytesOf(90 * count)))
    },
  )

  test('grows with each part that is new, and not with one that is seen again', () => {
    const [first = '', second = ''] = codesOf(message(400))
    const { take } = createReader()
    const { share } = take(first)
    expect(share).toBeGreaterThan(0)
    expect(take(first).share).toBe(share)
    expect(take(second).share).toBeGreaterThan(share)
    expect(take(first).share).toBe(take(second).share)
  })

  test('that is longer than anybody sends is not written', () => {
    expect(faultOf(() => createParts({ type: 'bytes', cbor: new Uint8Array(65_537) }))).toBe(
      'too much',
    )
  })
})

/** A part that says what it likes. */
const part = (
  sequence: number,
  count: number,
  length: number,
  checksum: number,
  bytes: Uint8Array,
) =>
  `ur:bytes/${sequence}-${count}/${toBytewords(encodeCbor([sequence, count, length, checksum, bytes]))}`

describe('a code that is not right', () => {
  test.each([
    ['an address', stranger],
    ['a payment', `ethereum:${stranger}`],
    ['a link', 'https://example.org/ur:bytes/aeae'],
    ['nothing', ''],
    ['a type without a message', 'ur:bytes/'],
  ])('is foreign: %s', (_, text) => {
    expect(faultOf(() => createReader().take(text))).toBe('foreign')
  })

  test.each([
    ['a letter is another one', (text: string) => text.replace(/..$/, 'AE')],
    ['letters are missing', (text: string) => text.slice(0, -2)],
    ['a letter is missing', (text: string) => text.slice(0, -1)],
    ['it has letters of no byte', (text: string) => text.replace(/..$/, 'QQ')],
  ])('is damaged where %s', (_, change) => {
    const [text = ''] = codesOf(message(50))
    expect(faultOf(() => createReader().take(change(text)))).toBe('damaged')
  })

  test('is mixed where the parts are of two messages', () => {
    const [first = ''] = codesOf(message(400, 1))
    const [, other = ''] = codesOf(message(400, 2))
    const { take } = createReader()
    take(first)
    expect(faultOf(() => take(other))).toBe('mixed')
  })

  test('is mixed where the parts differ in their type alone', () => {
    const [first = '', second = ''] = codesOf(message(400))
    const { take } = createReader()
    take(first)
    expect(faultOf(() => take(second.replace('UR:BYTES', 'UR:ETH-SIGNATURE')))).toBe('mixed')
  })

  test('is mixed where a whole message comes between the parts', () => {
    const [first = ''] = codesOf(message(400))
    const [whole = ''] = codesOf(message(20))
    const { take } = createReader()
    take(first)
    expect(faultOf(() => take(whole))).toBe('mixed')
  })

  test.each([
    ['100 MB', part(1, 1_000, 100_000_000, 1, bytesOf(100_000))],
    ['more fragments than anybody sends', part(1, 2_000, 60_000, 1, bytesOf(30))],
  ])('is too long where it announces %s, and takes no memory for it', (_, text) => {
    expect(faultOf(() => createReader().take(text))).toBe('too long')
  })

  test.each([
    ['number 0', part(0, 3, 30, 1, bytesOf(10))],
    ['no fragments', part(1, 0, 30, 1, bytesOf(10))],
    ['fragments of another length', part(1, 3, 30, 1, bytesOf(11))],
    ['more fragments than bytes', part(1, 40, 30, 1, bytesOf(1))],
    ['a fragment that no byte would be in', part(1, 9, 10, 1, bytesOf(2))],
    ['another number than its address', part(1, 3, 30, 1, bytesOf(10)).replace('/1-3/', '/2-3/')],
    ['other fragments than its address', part(1, 3, 30, 1, bytesOf(10)).replace('/1-3/', '/1-4/')],
    ['a checksum of more than four bytes', part(1, 3, 30, 2 ** 32, bytesOf(10))],
    ['no parts at all', `ur:bytes/1-3/${toBytewords(encodeCbor([1, 3]))}`],
  ])('is damaged where it has %s', (_, text) => {
    expect(faultOf(() => createReader().take(text))).toBe('damaged')
  })

  test('is endless where parts come and come, and one fragment is in none of them', () => {
    const { take } = createReader()
    let taken = 0
    const stream = () => {
      for (let sequence = 2; sequence < 100_000; sequence++)
        if (!fragmentsIn(sequence, 20, 7).includes(0)) {
          take(part(sequence, 20, 200, 7, bytesOf(10, sequence)))
          taken++
        }
    }
    expect(faultOf(stream)).toBe('endless')
    expect(taken).toBe(140)
  })

  test('is damaged where the whole has another checksum than its parts said', () => {
    const { take } = createReader()
    take(part(1, 2, 20, 7, bytesOf(10)))
    expect(faultOf(() => take(part(2, 2, 20, 7, bytesOf(10))))).toBe('damaged')
  })
})

const hex = (text: string) => hexToBytes(`0x${text}`)

describe('CBOR', () => {
  test.each<[string, Cbor]>([
    ['numbers', [0, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296]],
    ['texts and bytes', ['', 'a', 'ü', new Uint8Array(), bytesOf(300)]],
    ['maps, lists and tags', new Map<number, Cbor>([[1, { tag: 37, value: [true, false] }]])],
  ])('reads what it writes: %s', (_, value) => {
    expect(decodeCbor(encodeCbor(value))).toEqual(value)
  })

  test('reads lists and maps whose end comes with a break, as zcbor writes them', () => {
    expect(decodeCbor(hex('bf019f01f5ff0203ff'))).toEqual(
      new Map<number, Cbor>([
        [1, [1, true]],
        [2, 3],
      ]),
    )
  })

  test.each([
    ['lists within lists', '81'.repeat(1_000) + '00'],
    ['tags within tags', 'c1'.repeat(1_000) + '00'],
    ['lists without end within each other', '9f'.repeat(1_000)],
    ['a list of four thousand million values', '9affffffff00'],
    ['a map of as many', 'baffffffff0000'],
    ['bytes of as many', '5affffffff00'],
    ['bytes of 2^60', '5b1000000000000000'],
    ['a text of 100 MB', '7a05f5e10061'],
    ['10,000 values', `992710${'00'.repeat(10_000)}`],
    ['a key twice', 'a201000100'],
    ['a key that is a list', 'a18000'],
    ['more than one value', '0000'],
    ['nothing', ''],
    ['half a number', '19ff'],
    ['a float', 'fb3ff199999999999a'],
    ['null', 'f6'],
    ['a break at no place', 'ff'],
    ['bytes without a length', '5f4101ff'],
    ['a reserved length', '1c'],
  ])('refuses %s at once', (_, text) => {
    expect(faultOf(() => decodeCbor(hex(text)))).toBe('damaged')
  })
})

const device = newQrDevice()
const root = HDKey.fromMasterSeed(hexToBytes(keccak256(stringToHex(device.seed))))
const path = "m/44'/60'/0'/0/0"
const own = hdKeyToAccount(root, { path }).address
const account = { address: own, path, fingerprint: root.fingerprint }
const xfp = root.fingerprint.toString(16).padStart(8, '0')

/** The addresses of a key that a device showed, as the background derives them. */
const addressesOf = (keys: ReturnType<typeof readKeys>, index: number) =>
  keys.map(({ publicKey, chainCode, steps }) =>
    deriveAddress(publicKey, chainCode, steps.join('/').replace('*', String(index))),
  )

const urOf = ({ type, cbor }: UR): Ur => ({ type, cbor: new Uint8Array(cbor) })

describe('keys that a device shows', () => {
  test.each<[Connecting, string]>([
    ['bip44', "m/44'/60'/0'/0/3"],
    ['bare', "m/44'/60'/0'/0/3"],
    ['many', "m/44'/60'/0'/0/3"],
    ['legacy', "m/44'/60'/0'/3"],
  ])('as %s give the addresses of their seed', (form, at) => {
    const keys = readKeys(urOf(connecting(device, form)))
    expect(keys).toHaveLength(1)
    expect(keys[0]?.fingerprint).toBe(root.fingerprint)
    const { publicKey } = root.derive(at)
    expect(addressesOf(keys, 3)).toEqual([
      hdKeyToAccount(root, { path: at as `m/44'/60'/${string}` }).address,
    ])
    expect(publicKey).toBeDefined()
    expect(`${keys[0]?.path}/${keys[0]?.steps.join('/').replace('*', '3')}`).toBe(at)
  })

  test('as ten keys of an account give one address each', () => {
    const keys = readKeys(urOf(connecting(device, 'live')))
    expect(keys.map((key) => key.path)).toEqual(
      Array.from({ length: 10 }, (_, at) => `m/44'/60'/${at}'/0/0`),
    )
    expect(addressesOf(keys, 0)[7]).toBe(hdKeyToAccount(root, { path: "m/44'/60'/7'/0/0" }).address)
  })

  // KeystoneHQ/keystone3-firmware, rust/apps/wallets/src/metamask.rs at 073dabb4, `test_ledger_live`: the first two keys.
  const published = `a2011a757e6fc90282${[
    ['0326bd25d39a5eeb0217c4508bc5c50d28087121372daa5d2e48b30a8f33459986', '00'],
    ['030b235be63214e20961295fb82ff3fe365c21e3c5c203bc7a995b5f31fa10a865', '01'],
  ]
    .map(
      ([key, index]) =>
        `d9012fa502f4035821${key}06d90130a3018a182cf5183cf5${index}f500f400f4021a757e6fc9030309684b657973746f6e650a736163636f756e742e6c65646765725f6c697665`,
    )
    .join('')}`

  test('are read as Keystone’s own firmware writes them', () => {
    const keys = readKeys({ type: 'crypto-account', cbor: hex(published) })
    expect(keys.map((key) => [key.path, key.fingerprint, key.steps])).toEqual([
      ["m/44'/60'/0'/0/0", 0x757e6fc9, []],
      ["m/44'/60'/1'/0/0", 0x757e6fc9, []],
    ])
  })

  const key = (
    change: (fields: Map<number, Cbor>) => void,
    origin = [44, true, 60, true, 0, true] as Cbor[],
  ): Ur => {
    const child = root.derive("m/44'/60'/0'")
    const fields = new Map<number, Cbor>([
      [3, child.publicKey ?? new Uint8Array()],
      [4, child.chainCode ?? new Uint8Array()],
      [
        6,
        {
          tag: 304,
          value: new Map<number, Cbor>([
            [1, origin],
            [2, root.fingerprint],
          ]),
        },
      ],
    ])
    change(fields)
    return { type: 'crypto-hdkey', cbor: encodeCbor(fields) }
  }
  const keypath = (levels: Cbor[], fingerprint?: Cbor): Cbor => ({
    tag: 304,
    value: new Map<number, Cbor>([
      [1, levels],
      ...(fingerprint === undefined ? [] : [[2, fingerprint] as const]),
    ]),
  })

  test('are read where nothing is wrong with them', () => {
    expect(readKeys(key(() => undefined))).toHaveLength(1)
  })

  test.each<[QrFault, string, Ur]>([
    [
      'fingerprint',
      'no fingerprint',
      key((fields) => fields.set(6, keypath([44, true, 60, true, 0, true]))),
    ],
    [
      'fingerprint',
      'a fingerprint of zero',
      key((fields) => fields.set(6, keypath([44, true, 60, true, 0, true], 0))),
    ],
    [
      'fingerprint',
      'a fingerprint that is too long',
      key((fields) => fields.set(6, keypath([44, true, 60, true, 0, true], 2 ** 32))),
    ],
    ['path', 'no path', key((fields) => fields.delete(6))],
    ['path', 'a path to no account', key(() => undefined, [44, true, 60, true])],
    [
      'path',
      'a path of another length',
      key(() => undefined, [44, true, 60, true, 0, true, 0, false]),
    ],
    ['path', 'a path with a star', key(() => undefined, [44, true, 60, true, [], false])],
    ['path', 'half a path', key(() => undefined, [44, true, 60, true, 0])],
    [
      'path',
      'eleven levels',
      key((fields) =>
        fields.set(
          7,
          keypath([0, false, 0, false, 0, false, 0, false, 0, false, 0, false, 0, false, 0, false]),
        ),
      ),
    ],
    [
      'path',
      'children that need the private key',
      key((fields) => fields.set(7, keypath([0, true, [], false]))),
    ],
    [
      'path',
      'children of all children',
      key((fields) => fields.set(7, keypath([[], false, [], false]))),
    ],
    ['path', 'a level beyond 2^31', key((fields) => fields.set(7, keypath([2 ** 31, false])))],
    ['bad key', 'a private key', key((fields) => fields.set(2, true))],
    ['bad key', 'a key of 32 bytes', key((fields) => fields.set(3, bytesOf(32)))],
    ['bad key', 'no key', key((fields) => fields.delete(3))],
    ['bad key', 'no chain code', key((fields) => fields.delete(4))],
    ['no account', 'a key of Bitcoin', key(() => undefined, [84, true, 0, true, 0, true])],
    ['damaged', 'no map', { type: 'crypto-hdkey', cbor: encodeCbor([1]) }],
    [
      'other kind',
      'a transaction of Bitcoin',
      { type: 'crypto-psbt', cbor: encodeCbor(bytesOf(20)) },
    ],
    ['other kind', 'a signature', { type: 'eth-signature', cbor: encodeCbor(new Map()) }],
  ])('are refused as “%s”: %s', (fault, _, ur) => {
    expect(faultOf(() => readKeys(ur))).toBe(fault)
  })

  test('are refused where the list is of another seed than its keys', () => {
    const fields = decodeCbor(hex(published)) as Map<number, Cbor>
    fields.set(1, 0x757e6fc8)
    expect(faultOf(() => readKeys({ type: 'crypto-account', cbor: encodeCbor(fields) }))).toBe(
      'fingerprint',
    )
  })

  test('give no address where they are not on the curve', () => {
    expect(() =>
      deriveAddress(
        bytesToHex(concatBytes([new Uint8Array([2]), new Uint8Array(32).fill(0xff)])),
        null,
        '',
      ),
    ).toThrow()
    expect(() =>
      deriveAddress(bytesToHex(concatBytes([new Uint8Array([5]), bytesOf(32)])), null, ''),
    ).toThrow()
  })
})

const legacy = serializeTransaction({
  type: 'legacy',
  chainId: 137,
  nonce: 1,
  gasPrice: 5n,
  gas: 21_000n,
  to: stranger,
  value: 1n,
})
const eip1559 = serializeTransaction({
  chainId: 8453,
  nonce: 1,
  maxFeePerGas: 5n,
  maxPriorityFeePerGas: 1n,
  gas: 21_000n,
  to: stranger,
  data: bytesToHex(bytesOf(1_000)),
})
const typedData = readTypedData(mail, true)

const requests = [
  [
    'a transaction',
    { kind: 'transaction', unsigned: eip1559 },
    DataType.typedTransaction,
    keccak256(eip1559),
    8453,
  ],
  [
    'a transaction of the first kind',
    { kind: 'transaction', unsigned: legacy },
    DataType.transaction,
    keccak256(legacy),
    137,
  ],
  [
    'a message',
    { kind: 'message', message: stringToHex('hello') },
    DataType.personalMessage,
    hashMessage('hello'),
    undefined,
  ],
  [
    'typed data',
    { kind: 'typed data', typedData },
    DataType.typedData,
    hashTypedData(typedData),
    undefined,
  ],
] as const

describe('a request to sign', () => {
  test.each(requests)('%s is what Keystone’s own library writes', (_, asked, kind, __, chainId) => {
    const { ur, id } = signRequest(account, asked)
    const read = EthSignRequest.fromCBOR(Buffer.from(ur.cbor))
    const dashed = id.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    expect(read.getDataType()).toBe(kind)
    // Their own map orders keys as ours does.
    const theirs = EthSignRequest.constructETHRequest(
      read.getSignData(),
      kind,
      path,
      xfp,
      undefined,
      chainId,
      own,
      'Volley',
    )
    // Keystone's own library throws at any other form.
    expect(dashed).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const cbor = decodeCbor(Uint8Array.from(theirs.toCBOR() as Buffer)) as Map<number, Cbor>
    expect(new Map([[1, { tag: 37, value: hexToBytes(id) }], ...cbor])).toEqual(decodeCbor(ur.cbor))
  })

  test.each(
    requests.flatMap((one) =>
      (['short', 'long'] as const).map((style) => [...one, style] as const),
    ),
  )('%s is answered by the account, and by nobody else', async (...[, asked, , hash, , style]) => {
    const request = signRequest(account, asked)
    const answer = await answered(
      { ...device, style },
      new UR(Buffer.from(request.ur.cbor), request.ur.type),
    )
    const read = answer && readAll(codesOf(answer))
    if (!read) throw new Error('no answer')
    expect(await recoverAddress({ hash, signature: readQrSignature(read, request) })).toBe(own)
    const other = await answered(
      { ...device, seed: 'two' },
      new UR(Buffer.from(request.ur.cbor), request.ur.type),
    )
    expect(other).toBeUndefined()
  })

  test('has the number of what it asks, so that an answer holds after the page was closed', () => {
    const ask = (unsigned: Hex) => signRequest(account, { kind: 'transaction', unsigned }).id
    expect(ask(eip1559)).toBe(ask(eip1559))
    expect(ask(legacy)).not.toBe(ask(eip1559))
    expect(
      signRequest({ ...account, fingerprint: 1 }, { kind: 'transaction', unsigned: legacy }).id,
    ).not.toBe(ask(legacy))
  })

  test.each([
    [
      'an upgrade',
      { kind: 'authorization', authorization: { chainId: 1, address: stranger, nonce: 0 } },
    ],
    ['a transaction with an upgrade', { kind: 'transaction', unsigned: '0x04c0' }],
    ['a transaction with blobs', { kind: 'transaction', unsigned: '0x03c0' }],
    ['two hashes', { kind: 'hashes', digests: { domainHash: '0x', messageHash: '0x' } }],
  ] as const)('has no format for %s', (_, asked) => {
    expect(faultOf(() => signRequest(account, asked))).toBe('no format')
  })

  const request = signRequest(account, { kind: 'transaction', unsigned: legacy })
  const answer = (id: Cbor, signature: Cbor, type = 'eth-signature'): Ur => ({
    type,
    cbor: encodeCbor(
      new Map<number, Cbor>([
        [1, id],
        [2, signature],
      ]),
    ),
  })
  const right: Cbor = { tag: 37, value: hexToBytes(request.id) }
  const withV = (v: bigint | number) => concatBytes([bytesOf(64), numberToBytes(BigInt(v))])

  test.each<[QrFault, string, Ur]>([
    ['other request', 'another number', answer({ tag: 37, value: bytesOf(16) }, withV(27))],
    [
      'other request',
      'no number',
      { type: 'eth-signature', cbor: encodeCbor(new Map<number, Cbor>([[2, withV(27)]])) },
    ],
    ['other request', 'a number that is a text', answer(request.id, withV(27))],
    ['other kind', 'a signature of another coin', answer(right, withV(27), 'btc-signature')],
    ['other kind', 'the request itself', request.ur],
    ['damaged', 'no v', answer(right, bytesOf(64))],
    ['damaged', 'no signature', answer(right, 5)],
    ['damaged', 'a thousand bytes', answer(right, bytesOf(1_000))],
    ['damaged', 'a bomb', { type: 'eth-signature', cbor: hex('9f'.repeat(500)) }],
    ['wrong', 'v of another chain', answer(right, withV(37))],
    ['wrong', 'v of nothing', answer(right, withV(5))],
  ])('takes no answer that is “%s”: %s', (fault, _, ur) => {
    expect(faultOf(() => readQrSignature(ur, request))).toBe(fault)
  })
})
