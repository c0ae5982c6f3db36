import { readCall } from '@/lib/decode/read'
import type { Argument, DecodedCall } from '@/lib/decode/reading'
import { standards } from '@/lib/decode/standards'
import type { Address, Hex } from 'viem'
import { alice } from '../accounts'
import { contract, encode, type Sample } from './encode'
import { samplesOfCalls } from './samplesOfCalls'
import { samplesOfRights } from './samplesOfRights'
import { samplesOfRouters } from './samplesOfRouters'
import { samplesOfTokens } from './samplesOfTokens'

/** A sample of every function that the wallet reads. */
export const samples: readonly Sample[] = [
  ...samplesOfTokens,
  ...samplesOfRights,
  ...samplesOfCalls,
  ...samplesOfRouters,
]

/** Every function that the wallet reads. */
export const known = standards.flatMap(({ abi }) => abi.filter((item) => item.type === 'function'))

/** Reads a call of Alice with 9 wei, on Base by default. */
export const read = (data: Hex, to: Address = contract, chainId = 8453): DecodedCall =>
  readCall({ from: alice, to, value: '0x9', data }, chainId)

/** An argument's text as the encoder takes it. */
export const typed = ({ type, value }: Argument): unknown => {
  if (typeof value !== 'string') return value.map(typed)
  if (/^u?int/.test(type)) return BigInt(value)
  return type === 'bool' ? value === 'true' : value
}

/** Encodes calldata from a reading's own signature and arguments. */
export const written = ({ signature, args }: DecodedCall): Hex =>
  encode(signature ?? '', args.map(typed))
