import { bytesToHex, type Hex } from 'viem'
import { decodeCbor, mapOf, untagged, type Cbor } from './cbor'
import { qrError } from './fault'
import { readKeyPath } from './keyPath'
import type { Ur } from './ur'

/**
 * A public key that a device shows, and the addresses below it: those of `steps`, with a number in place of the star, or
 * that of the key itself if there are none.
 */
export type QrKey = {
  publicKey: Hex
  chainCode: Hex | null
  /** Path of the key. */
  path: string
  fingerprint: number
  steps: readonly string[]
}

/** Tags of a key (crypto-hdkey), and that of its second version. */
const keyTags = [303, 40303]

/** Purpose and coin of Ethereum's paths (BIP-44, SLIP-44). */
const ethereum = ["44'", "60'"]

/** Steps below the key of an account where its code names none: those of BIP-44, or what the note says. */
const stepsOf = (depth: number, note: Cbor | undefined): readonly string[] => {
  if (depth === 5) return []
  if (depth !== 3) throw qrError('path')
  if (note === 'account.ledger_legacy') return ['*']
  return note === 'account.ledger_live' ? ['0', '0'] : ['0', '*']
}

/** Reads a key; undefined for one of another coin. Throws for one that gives no address. */
const readKey = (value: Cbor | undefined, master: number | undefined): QrKey | undefined => {
  const map = mapOf(value, keyTags)
  const origin = map.get(6)
  if (origin === undefined) throw qrError('path')
  const { levels, fingerprint: named } = readKeyPath(origin)
  if (levels.slice(0, 2).join() !== ethereum.join()) return undefined
  const fingerprint = named ?? master
  if (fingerprint === undefined) throw qrError('fingerprint')
  if (master !== undefined && master !== fingerprint) throw qrError('fingerprint')
  if (levels.includes('*')) throw qrError('path')
  const key = untagged(map.get(3))
  const chain = untagged(map.get(4))
  if (map.get(2) === true || !(key instanceof Uint8Array) || key.length !== 33)
    throw qrError('bad key')
  const children = map.get(7)
  const steps =
    children === undefined ? stepsOf(levels.length, map.get(10)) : readKeyPath(children).levels
  const isBelow = steps.every((step) => !step.endsWith("'")) && !steps.slice(0, -1).includes('*')
  if (!isBelow || levels.length + steps.length > 10) throw qrError('path')
  const hasChain = chain instanceof Uint8Array && chain.length === 32
  if (steps.length > 0 && !hasChain) throw qrError('bad key')
  return {
    publicKey: bytesToHex(key),
    chainCode: hasChain ? bytesToHex(chain) : null,
    path: ['m', ...levels].join('/'),
    fingerprint,
    steps,
  }
}

/** Fingerprint of the seed that a list of keys is of. */
const masterOf = (value: Cbor | undefined): number => {
  if (typeof value !== 'number' || value <= 0 || value >= 2 ** 32) throw qrError('fingerprint')
  return value
}

const listOf = (value: Cbor | undefined): readonly Cbor[] => {
  if (!Array.isArray(value)) throw qrError('damaged')
  return value as readonly Cbor[]
}

/**
 * Reads the keys of a message by which a device is connected: one (`crypto-hdkey`), those of an account, behind whatever
 * says how a coin uses them (`crypto-account`), or of many coins (`crypto-multi-accounts`). Throws `no account` if none
 * of them is Ethereum's.
 */
export const readKeys = ({ type, cbor }: Ur): QrKey[] => {
  const value = decodeCbor(cbor)
  const readAll = (): (QrKey | undefined)[] => {
    switch (type) {
      case 'crypto-hdkey':
      case 'hdkey':
        return [readKey(value, undefined)]
      case 'crypto-account':
      case 'crypto-multi-accounts': {
        const map = mapOf(value)
        const master = masterOf(map.get(1))
        return listOf(map.get(2)).map((one) => readKey(untagged(one), master))
      }
      default:
        throw qrError('other kind')
    }
  }
  const keys = readAll().filter((key) => key !== undefined)
  if (keys.length === 0) throw qrError('no account')
  return keys
}
