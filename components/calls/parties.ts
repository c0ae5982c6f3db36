import type { Address } from 'viem'
import type { DecodedCall } from '@/lib/decode/reading'
import { sameAddress } from '@/lib/values/address'
import type { Key } from '../text/messages'

type Parties = [part: Key, address: Address][]

/** Everyone a call deals with, by their part in it: the recipient of the call itself is always among them. */
export const partiesOfCall = (to: Address, reading: DecodedCall): Parties => {
  const deal = dealOf(reading)
  const isNamed = deal.some(([, address]) => sameAddress(address, to))
  if (reading.kind === 'none') return [['part_to', to]]
  return isNamed ? deal : [...deal, ['part_contract', to]]
}

const asset = (part: Key, token: Address | 'native' | null): Parties =>
  token === null || token === 'native' ? [] : [[part, token]]

const dealOf = (reading: DecodedCall): Parties => {
  switch (reading.kind) {
    case 'transfer':
    case 'transferItems':
      return [
        ['part_from', reading.from],
        ['part_to', reading.to],
        ...asset('part_token', reading.token),
      ]
    case 'approve':
      return [
        ['part_spender', reading.spender],
        ['part_token', reading.token],
      ]
    case 'permit':
      return [
        ['part_owner', reading.owner],
        ['part_spender', reading.spender],
        ['part_token', reading.token],
      ]
    case 'approveAll':
      return [
        ['part_operator', reading.operator],
        ['part_token', reading.token],
      ]
    case 'right':
      return [
        ['part_operator', reading.holder],
        ['part_contract', reading.keeper],
      ]
    case 'swap':
      return [
        ...asset('part_given', reading.give),
        ...asset('part_taken', reading.get),
        ['part_for', reading.to],
      ]
    case 'sweep':
    case 'wrap':
    case 'unwrap':
      return [['part_to', reading.to], ...asset('part_token', reading.token)]
    case 'deposit':
      return [
        ['part_vault', reading.vault],
        ['part_for', reading.to],
      ]
    case 'withdraw':
      return [
        ['part_vault', reading.vault],
        ['part_owner', reading.from],
        ['part_to', reading.to],
      ]
    default:
      return []
  }
}
