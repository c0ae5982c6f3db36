import { zeroAddress, type Address } from 'viem'
import { allOf } from '@/lib/decode/allOf'
import type { DecodedCall, Unit } from '@/lib/decode/reading'
import type {
  Leaving,
  SignatureReading,
  SignedAsset,
  SignedCall,
} from '@/lib/decode/signatures/signatureReading'
import { sameAddress } from '@/lib/values/address'
import { unitOf, type Tokens } from '../calls/tokenFacts'

/** An asset that a call within a signature sends or lets others take. */
type LeavingWithin = Leaving & {
  /** `either`: the number may be an amount as well as the item that `asset` takes it for. */
  unit: Unit
}

const taken = (
  contract: Address,
  number: bigint,
  stated: Unit,
  tokens: Tokens,
): { asset: SignedAsset; amount: bigint; unit: Unit } => {
  const unit = unitOf(tokens, contract, stated)
  return unit === 'amount'
    ? { asset: { kind: 'token', address: contract }, amount: number, unit }
    : { asset: { kind: 'item', address: contract, id: number }, amount: 1n, unit }
}

const leavesOf = (
  one: DecodedCall,
  { from }: SignedCall,
  until: bigint | null,
  tokens: Tokens,
): LeavingWithin[] => {
  switch (one.kind) {
    case 'approve':
    case 'permit': {
      if (one.kind === 'approve' && one.change === 'subtract') return []
      const { owner, token, spender, unit } = one
      // Nobody spends in the name of address 0: it stands for the end of an item's allowance.
      if (spender === zeroAddress) return []
      return [
        {
          ...taken(token, BigInt(one.amount), unit, tokens),
          from: owner,
          to: spender,
          how: 'spends',
          until: one.until === null ? null : BigInt(one.until),
        },
      ]
    }
    case 'transfer': {
      const { token, to, unit, amount } = one
      if (!sameAddress(one.from, from) || token === 'native' || amount === null) return []
      const given = taken(token, BigInt(amount), unit, tokens)
      return [{ ...given, from, to, how: 'moves', until }]
    }
    case 'transferItems': {
      const { token, to, items } = one
      if (!sameAddress(one.from, from)) return []
      return items.map(({ id, amount }) => ({
        asset: { kind: 'item', address: token, id: BigInt(id) },
        amount: BigInt(amount),
        unit: 'id',
        from,
        to,
        how: 'moves',
        until,
      }))
    }
    default:
      return []
  }
}

/** Lists what the calls within a signature may send and let others take, items that may be amounts too. */
export const mayLeave = (reading: SignatureReading, tokens: Tokens): LeavingWithin[] => {
  if (reading.kind === 'unread') return []
  const { calls, until } = reading
  return calls
    .flatMap((call) => allOf(call.reading).flatMap((one) => leavesOf(one, call, until, tokens)))
    .filter(({ amount }) => amount !== 0n)
}

/**
 * Lists what the calls within a signature send of tokens, and let others take: whoever sends such a call, nobody
 * simulates it, and its data are all there is to go by. Allowances of nothing are not listed, and neither are
 * numbers of unknown meaning, which the call's own sentence states as such.
 */
export const callLeavings = (reading: SignatureReading, tokens: Tokens): Leaving[] =>
  mayLeave(reading, tokens).filter(({ unit }) => unit !== 'either')
