import { mnemonicToSeedSync } from '@scure/bip39'
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  keccak256,
  stringToBytes,
  type Hex,
  numberToBytes,
} from 'viem'
import { HDKey, hdKeyToAccount, sign } from 'viem/accounts'
import { hashAuthorization } from 'viem/utils'
import { readTransaction } from './transactionApp.ts'
import { createTypedData } from './typedDataApp.ts'
import { fail, wordOf, words } from './words.ts'

/** Texts that a device shows and its user decides on. */
export type Screen =
  | { shows: 'address'; address: string; chainId: bigint | undefined }
  | { shows: 'transaction'; hash: Hex }
  | { shows: 'authorization'; delegate: Hex; chainId: bigint; nonce: bigint }
  | { shows: 'message'; message: Hex }
  | { shows: 'typed data'; domainHash: Hex; messageHash: Hex; isHashed: boolean }

/** Settings of the app that decide if it signs; each is off by default. */
export type AppSettings = {
  /** "Blind signing": data that the app cannot explain. */
  blindSigning: boolean
  /** "Raw messages": typed data without Ledger's own filters. */
  rawMessages: boolean
  /** "Smart account upgrade" (EIP-7702). */
  delegation: boolean
}

/** A device: its seed, its app, and its user. `decide`: answers a screen, at once or later. */
export type Device = {
  seed: string
  running: string
  version: readonly [number, number, number]
  isLocked: boolean
  settings: AppSettings
  decide: (screen: Screen) => boolean | Promise<boolean>
}

/** The delegates that app 1.22.0 signs for (src/features/sign_authorization_eip7702/whitelist_7702.c), on all chains. */
const listed = ['0x4cd241e8d1510e30b2076397afc7508ae59c66c9']
const zero = '0x0000000000000000000000000000000000000000'

const isBefore = (version: readonly number[], other: readonly number[]): boolean => {
  const at = other.findIndex((number, index) => version[index] !== number)
  return at !== -1 && (version[at] ?? 0) < (other[at] ?? 0)
}

const number = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(bytesToHex(bytes)))

/** A seed is a phrase of words, or any other name of one. */
const seedOf = (name: string): Uint8Array =>
  name.includes(' ') ? mnemonicToSeedSync(name) : keccak256(stringToBytes(name), 'bytes')

/** Keys that were derived before, by seed and path: deriving one takes milliseconds. */
const keys = new Map<string, { privateKey: Hex; publicKey: Uint8Array; address: string }>()

/**
 * Creates a device with Ledger's Ethereum app, by the rules of LedgerHQ/app-ethereum at de180109 (1.22.0 and what
 * followed until April 2026) and, where a version says so, of older ones. It signs with keys of its own. The fields of
 * `device` may be changed while it runs.
 */
export const createLedgerApp = (device: Device) => {
  const typedData = createTypedData()
  let state: 'idle' | 'transaction' | 'message' = 'idle'
  let signing: { levels: string; bytes: Uint8Array; length: number } | undefined

  const reset = () => {
    state = 'idle'
    signing = undefined
  }

  const keyAt = (levels: string) => {
    const found = keys.get(`${device.seed} ${levels}`)
    if (found) return found
    const root = HDKey.fromMasterSeed(seedOf(device.seed))
    const account = hdKeyToAccount(root, { path: levels as `m/44'/60'/${string}` })
    const made = {
      privateKey: bytesToHex(account.getHdKey().privateKey ?? new Uint8Array()),
      publicKey: hexToBytes(account.publicKey),
      address: account.address,
    }
    keys.set(`${device.seed} ${levels}`, made)
    return made
  }

  /** Reads a path, and what follows it. */
  const readPath = (data: Uint8Array): { levels: string; rest: Uint8Array } => {
    const count = data[0] ?? fail(words.incorrectData)
    if (count === 0 || count > 10 || data.length < 1 + 4 * count) fail(words.incorrectData)
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const levels = Array.from({ length: count }, (_, index) => {
      const level = view.getUint32(1 + 4 * index)
      return level >= 2 ** 31 ? `${level - 2 ** 31}'` : String(level)
    })
    return { levels: `m/${levels.join('/')}`, rest: data.subarray(1 + 4 * count) }
  }

  const approve = async (screen: Screen): Promise<void> => {
    if (!(await device.decide(screen))) fail(words.conditions)
  }

  /** Signs a hash: v (`even`, or one more), r and s. */
  const signed = async (levels: string, hash: Hex, even: number): Promise<Uint8Array> => {
    const { r, s, yParity = 0 } = await sign({ hash, privateKey: keyAt(levels).privateKey })
    return concatBytes([
      new Uint8Array([(even + yParity) & 0xff]),
      numberToBytes(BigInt(r), { size: 32 }),
      numberToBytes(BigInt(s), { size: 32 }),
    ])
  }

  const giveAddress = async (p1: number, p2: number, data: Uint8Array): Promise<Uint8Array> => {
    reset()
    if (p1 > 1 || p2 > 1) fail(words.wrongParameters)
    const { levels, rest } = readPath(data)
    if (rest.length !== 0 && rest.length !== 8) fail(words.incorrectData)
    const { publicKey, address } = keyAt(levels)
    if (p1 === 1)
      await approve({
        shows: 'address',
        address,
        chainId: rest.length === 8 ? number(rest) : undefined,
      })
    return concatBytes([
      new Uint8Array([65]),
      publicKey,
      new Uint8Array([40]),
      stringToBytes(address.slice(2)),
    ])
  }

  const signTransaction = async (p1: number, p2: number, data: Uint8Array): Promise<Uint8Array> => {
    // Storing a transaction for Ledger's descriptors (p2 1 and 2) is not played.
    if (p2 !== 0 || (p1 !== 0x00 && p1 !== 0x80)) fail(words.wrongParameters)
    if (p1 === 0x80 && state !== 'transaction') fail(words.notAllowed)
    if (p1 === 0x00) {
      reset()
      state = 'transaction'
      const { levels, rest } = readPath(data)
      if (rest.length === 0) fail(words.incorrectData)
      signing = { levels, bytes: rest, length: 0 }
    } else if (signing) {
      const { levels, bytes } = signing
      signing = { levels, bytes: concatBytes([bytes, data]), length: bytes.length }
    }
    const { levels, bytes, length } = signing ?? fail(words.notAllowed)
    const read = readTransaction(bytes, length, {
      knowsType4: !isBefore(device.version, [1, 17, 0]),
      mayHaveData: device.settings.blindSigning,
    })
    const isOld = read.isAtMarker && isBefore(device.version, [1, 16, 0])
    if (!read.isDone && !isOld) return new Uint8Array()
    if (read.hasData && !device.settings.blindSigning) fail(words.incorrectData)
    const hash = keccak256(bytes)
    await approve({ shows: 'transaction', hash })
    const answer = await signed(levels, hash, evenOf(bytes, read))
    reset()
    return answer
  }

  /** Returns v of the even parity (src/features/sign_tx/ui_common_sign_tx.c). */
  const evenOf = (bytes: Uint8Array, { parts, isDone }: ReturnType<typeof readTransaction>) => {
    if ((bytes[0] ?? 0) <= 0x7f) return 0
    const v = parts[6]
    if (!isDone || !v) return 27
    return Number(number(bytes.subarray(v.from, v.to).subarray(0, 4))) * 2 + 35
  }

  const signAuthorization = async (p1: number, data: Uint8Array): Promise<Uint8Array> => {
    if (isBefore(device.version, [1, 17, 0])) fail(words.wrongInstruction)
    if (p1 !== 1) fail(words.noInfo)
    const { levels, rest } = readPath(data)
    const length = number(rest.subarray(0, 2))
    if (length === 0n || BigInt(rest.length - 2) !== length) fail(words.noInfo)
    const fields = new Map<number, Uint8Array>()
    for (let at = 2; at < rest.length;) {
      const [tag = 0, size = 0] = rest.subarray(at, at + 2)
      if (tag > 3 || fields.has(tag) || at + 2 + size > rest.length) fail(words.incorrectData)
      fields.set(tag, rest.subarray(at + 2, at + 2 + size))
      at += 2 + size
    }
    const take = (tag: number) => fields.get(tag) ?? fail(words.incorrectData)
    const [version, delegate, chain, count] = [take(0), take(1), take(2), take(3)]
    if (number(version) !== 1n || delegate.length !== 20) fail(words.incorrectData)
    if (chain.length > 8 || count.length > 8) fail(words.incorrectData)
    // One word for both until 1.20.0, which was that of a refusal.
    const no = isBefore(device.version, [1, 20, 0]) ? words.conditions : words.notAllowed
    if (!device.settings.delegation) fail(no)
    const address = bytesToHex(delegate)
    if (address !== zero && !listed.includes(address)) fail(no)
    const [chainId, nonce] = [number(chain), number(count)]
    await approve({ shows: 'authorization', delegate: address, chainId, nonce })
    const hash = hashAuthorization({ chainId: Number(chainId), address, nonce: Number(nonce) })
    return signed(levels, hash, 0)
  }

  const signMessage = async (p1: number, data: Uint8Array): Promise<Uint8Array> => {
    if (p1 !== 0x00 && p1 !== 0x80) return idle(words.wrongParameters)
    if (p1 === 0x00) {
      if (state !== 'idle') return idle(words.notAllowed)
      state = 'message'
      const { levels, rest } = readPath(data)
      if (rest.length < 4) fail(words.incorrectData)
      // The app counts in 16 bits (`msg_length`).
      const length = Number(number(rest.subarray(0, 4))) & 0xffff
      signing = { levels, bytes: rest.subarray(4), length }
    } else {
      if (state !== 'message' || !signing) return idle(words.incorrectData)
      signing = { ...signing, bytes: concatBytes([signing.bytes, data]) }
    }
    const { levels, bytes, length } = signing
    if (bytes.length > length) return idle(words.incorrectData)
    if (bytes.length < length) return new Uint8Array()
    if (length > 32_766) return idle(words.incorrectData)
    await approve({ shows: 'message', message: bytesToHex(bytes) })
    const head = stringToBytes(`\x19Ethereum Signed Message:\n${length}`)
    const answer = await signed(levels, keccak256(concatBytes([head, bytes])), 27)
    reset()
    return answer
  }

  const idle = (word: number): never => {
    reset()
    return fail(word)
  }

  const signTypedData = async (p2: number, data: Uint8Array): Promise<Uint8Array> => {
    if (p2 > 1) fail(words.wrongParameters)
    const isHashed = p2 === 0
    if (isHashed) reset()
    // "Blind signing", for the user sees no field.
    if (isHashed && !device.settings.blindSigning) fail(words.incorrectData)
    const given = isHashed ? undefined : typedData.hashes()
    const { levels, rest } = readPath(data)
    if (isHashed && rest.length < 64) fail(words.incorrectData)
    const domainHash = given?.domainHash ?? rest.subarray(0, 32)
    const messageHash = given?.messageHash ?? rest.subarray(32, 64)
    await approve({
      shows: 'typed data',
      domainHash: bytesToHex(domainHash),
      messageHash: bytesToHex(messageHash),
      isHashed,
    })
    const digest = keccak256(concatBytes([new Uint8Array([0x19, 0x01]), domainHash, messageHash]))
    const answer = await signed(levels, digest, 27)
    if (!isHashed) typedData.forget()
    reset()
    return answer
  }

  /** Runs a command of typed data; any error ends all that was told of them (`apdu_reply`). */
  const aboutTypedData = async (run: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    try {
      return await run()
    } catch (error) {
      typedData.forget()
      throw error
    }
  }

  const ethereum = (apdu: Uint8Array): Promise<Uint8Array> => {
    const [, ins = 0, p1 = 0, p2 = 0] = apdu
    const data = apdu.subarray(5)
    switch (ins) {
      case 0x02:
        return giveAddress(p1, p2, data)
      case 0x04:
        return signTransaction(p1, p2, data)
      case 0x06:
        return Promise.resolve(
          new Uint8Array([device.settings.blindSigning ? 3 : 2, ...device.version]),
        )
      case 0x08:
        return signMessage(p1, data)
      case 0x0c:
        return p2 === 1 ? aboutTypedData(() => signTypedData(p2, data)) : signTypedData(p2, data)
      case 0x1a:
        return aboutTypedData(async () => {
          typedData.define(p2, data)
          return Promise.resolve(new Uint8Array())
        })
      case 0x1c:
        return aboutTypedData(async () => {
          const { blindSigning, rawMessages } = device.settings
          typedData.fill(p1, p2, data, blindSigning || rawMessages)
          return Promise.resolve(new Uint8Array())
        })
      case 0x34:
        return signAuthorization(p1, data)
      default:
        return fail(words.wrongInstruction)
    }
  }

  const runningApp = (): Uint8Array => {
    const [name, version] = [stringToBytes(device.running), stringToBytes(device.version.join('.'))]
    return concatBytes([
      new Uint8Array([1, name.length]),
      name,
      new Uint8Array([version.length]),
      version,
      new Uint8Array([1, 0]),
    ])
  }

  const run = async (apdu: Uint8Array): Promise<Uint8Array> => {
    const [cla, ins] = apdu
    if (apdu.length < 5 || apdu.length !== 5 + (apdu[4] ?? 0)) fail(words.wrongLength)
    if (device.isLocked) fail(words.locked)
    if (cla === 0xb0 && ins === 0x01) return runningApp()
    if (cla !== 0xe0 || device.running !== 'Ethereum') fail(words.wrongClass)
    return ethereum(apdu)
  }

  /** Answers an APDU: data and status word. An error leaves the app idle. */
  return async (apdu: Uint8Array): Promise<Uint8Array> => {
    const { word, data } = await run(apdu).then(
      (answer) => ({ word: words.success as number, data: answer }),
      (error: unknown) => {
        reset()
        return { word: wordOf(error), data: new Uint8Array() }
      },
    )
    return concatBytes([data, new Uint8Array([word >> 8, word & 0xff])])
  }
}
