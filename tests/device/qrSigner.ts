import { UREncoder, type UR } from '@ngraveio/bc-ur'
import {
  CryptoAccount,
  CryptoHDKey,
  CryptoKeypath,
  CryptoMultiAccounts,
  CryptoOutput,
  PathComponent,
} from '@keystonehq/bc-ur-registry'
import { ETHSignature, EthSignRequest } from '@keystonehq/bc-ur-registry-eth'
import { mnemonicToSeedSync } from '@scure/bip39'
import {
  concatBytes,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  numberToBytes,
  parseTransaction,
  stringToBytes,
  type Hex,
  type TypedDataDefinition,
} from 'viem'
import { HDKey, sign } from 'viem/accounts'

/** How a device writes v, each as its source does: in as few bytes as it takes, or a legacy one in four. */
type Style = 'short' | 'long'

/** Question on the screen of a device that reads QR codes. */
export type QrScreen = { kind: number; chainId: number | undefined; path: string; origin: string }

/**
 * A device that reads and shows QR codes, and what it does; `decide`: its user's answer; `isForger`: it signs by another
 * key than the one at the path.
 */
export type QrDevice = {
  seed: string
  style: Style
  decide: (screen: QrScreen) => boolean
  isForger: boolean
}

/** Creates a device whose user confirms all. */
export const newQrDevice = (): QrDevice => ({
  seed: 'one',
  style: 'short',
  decide: () => true,
  isForger: false,
})

/** A phrase of words is one (BIP-39); any other text stands for random bytes. */
const rootOf = ({ seed }: QrDevice): HDKey =>
  HDKey.fromMasterSeed(
    seed.includes(' ') ? mnemonicToSeedSync(seed) : hexToBytes(keccak256(stringToBytes(seed))),
  )

/** Returns the fingerprint that a device names with its keys. */
export const fingerprintIn = (device: QrDevice): number => rootOf(device).fingerprint

const fingerprintOf = (key: HDKey): Buffer =>
  Buffer.from(numberToBytes(key.fingerprint, { size: 4 }))

/** Returns a path as the registry has it; `*` stands for every number. */
const pathOf = (path: string, fingerprint?: Buffer, depth?: number): CryptoKeypath =>
  new CryptoKeypath(
    path
      .split('/')
      .map((level) =>
        level === '*'
          ? new PathComponent({ hardened: false })
          : new PathComponent({ index: parseInt(level), hardened: level.endsWith("'") }),
      ),
    fingerprint,
    depth,
  )

/** Form in which a device tells of its keys. */
export type Connecting = 'bip44' | 'legacy' | 'live' | 'bare' | 'many'

const keyAt = (
  device: QrDevice,
  path: string,
  { children, note, isWhole }: { children?: string; note?: string; isWhole: boolean },
): CryptoHDKey => {
  const root = rootOf(device)
  const key = root.derive(`m/${path}`)
  return new CryptoHDKey({
    isMaster: false,
    key: Buffer.from(key.publicKey ?? []),
    origin: pathOf(path, fingerprintOf(root), 3),
    name: 'Signer',
    ...(isWhole ? { chainCode: Buffer.from(key.chainCode ?? []) } : {}),
    ...(children === undefined ? {} : { children: pathOf(children, undefined, 0) }),
    ...(note === undefined ? {} : { note }),
  })
}

/**
 * Returns what a device shows to be connected: a key with what is below it, as Keystone and OneKey do (`bip44`,
 * `legacy`); ten keys with nothing below, as Keystone does for Ledger Live's paths (`live`); a key without a word of what
 * is below, as Keycard Shell and AirGap do (`bare`); keys of many coins, as OneKey does (`many`).
 */
export const connecting = (device: QrDevice, form: Connecting): UR => {
  const account = "44'/60'/0'"
  switch (form) {
    case 'bip44':
      return keyAt(device, account, {
        children: '0/*',
        note: 'account.standard',
        isWhole: true,
      }).toUR()
    case 'legacy':
      return keyAt(device, account, {
        children: '*',
        note: 'account.ledger_legacy',
        isWhole: true,
      }).toUR()
    case 'bare':
      return keyAt(device, account, { isWhole: true }).toUR()
    case 'live':
      return new CryptoAccount(
        fingerprintOf(rootOf(device)),
        Array.from({ length: 10 }, (_, index) => {
          const path = `44'/60'/${index}'/0/0`
          return new CryptoOutput(
            [],
            keyAt(device, path, { note: 'account.ledger_live', isWhole: false }),
          )
        }),
      ).toUR()
    case 'many':
      return new CryptoMultiAccounts(
        fingerprintOf(rootOf(device)),
        [
          keyAt(device, "84'/0'/0'", { isWhole: true }),
          keyAt(device, account, { children: '0/*', isWhole: true }),
        ],
        'Signer',
      ).toUR()
  }
}

const kinds = { legacy: 1, typedData: 2, message: 3, transaction: 4 }

/** The hash of what is to be signed, by viem and the bytes of the request alone. */
const hashOf = (data: Buffer, kind: number): Hex => {
  switch (kind) {
    case kinds.typedData:
      return hashTypedData(JSON.parse(data.toString()) as TypedDataDefinition)
    case kinds.message:
      return hashMessage({ raw: new Uint8Array(data) })
    default:
      return keccak256(new Uint8Array(data))
  }
}

/** The least v that a device answers to each kind. */
const baseOf = (kind: number, data: Buffer): bigint => {
  if (kind === kinds.transaction) return 0n
  if (kind !== kinds.legacy) return 27n
  const { chainId } = parseTransaction(`0x${data.toString('hex')}`)
  return chainId === undefined ? 27n : BigInt(chainId) * 2n + 35n
}

const bytesOf = (v: bigint): Uint8Array => {
  const hex = v.toString(16)
  return hexToBytes(`0x${hex.length % 2 ? '0' : ''}${hex}`)
}

/**
 * Answers a request as a device does: it signs for its own fingerprint alone (keycard-shell, app/core/core_eth.c,
 * `core_eth_eip4527_init_sign`; OneKey, eth_sign_request.py, `common_check`), no transaction but those of types 0, 1 and
 * 2 (`core_eth_process_tx`), and writes v as its style says (`core_eth_eip4527_run`; OneKey, legacy_transaction.py).
 * Gives undefined where it shows an error instead, or where its user rejects.
 */
export const answered = async (device: QrDevice, { type, cbor }: UR): Promise<UR | undefined> => {
  if (type !== 'eth-sign-request') return undefined
  const request = EthSignRequest.fromCBOR(Buffer.from(cbor))
  const root = rootOf(device)
  if (!request.getSourceFingerprint().equals(fingerprintOf(root))) return undefined
  const data = request.getSignData()
  const kind: number = request.getDataType()
  if (kind === kinds.transaction && data[0] !== 1 && data[0] !== 2) return undefined
  const path = request.getDerivationPath()
  const screen = { kind, chainId: request.getChainId(), path, origin: request.getOrigin() ?? '' }
  if (!device.decide(screen)) return undefined
  const { privateKey } = root.derive(device.isForger ? 'm/7' : `m/${path}`)
  if (!privateKey) return undefined
  const { r, s, yParity } = await sign({
    hash: hashOf(data, kind),
    privateKey: `0x${Buffer.from(privateKey).toString('hex')}`,
  })
  const v = baseOf(kind, data) + BigInt(yParity ?? 0)
  const isLong = device.style === 'long' && kind === kinds.legacy
  const signature = concatBytes([
    hexToBytes(r),
    hexToBytes(s),
    isLong ? numberToBytes(v, { size: 4 }) : bytesOf(v),
  ])
  return new ETHSignature(Buffer.from(signature), request.getRequestId(), 'Signer').toUR()
}

/** Returns the texts of the codes that a device shows one after another, with `more` mixtures after the first ones. */
export const codesOf = (ur: UR, size = 90, more = 0): string[] => {
  const encoder = new UREncoder(ur, size)
  return Array.from({ length: encoder.fragmentsLength + more }, () =>
    encoder.nextPart().toUpperCase(),
  )
}
