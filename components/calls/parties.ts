import type { Address } from 'viem'
import type { Reading } from '@/lib/decode/reading'

type Parties = [part: string, address: Address][]

/** Everyone a call deals with, by their part in it: the recipient of the call itself is always among them. */
export const partiesOf = (to: Address, reading: Reading): Parties => {
  const deal = dealOf(reading)
  const isNamed = deal.some(([, address]) => address.toLowerCase() === to.toLowerCase())
  if (reading.kind === 'none') return [['To', to]]
  return isNamed ? deal : [...deal, ['Contract', to]]
}

const asset = (part: string, token: Address | 'native' | null): Parties =>
  token === null || token === 'native' ? [] : [[part, token]]

const dealOf = (reading: Reading): Parties => {
  switch (reading.kind) {
    case 'transfer':
    case 'transferItems':
      return [['From', reading.from], ['To', reading.to], ...asset('Token', reading.token)]
    case 'approve':
      return [
        ['Spender', reading.spender],
        ['Token', reading.token],
      ]
    case 'permit':
      return [
        ['Owner', reading.owner],
        ['Spender', reading.spender],
        ['Token', reading.token],
      ]
    case 'approveAll':
      return [
        ['Operator', reading.operator],
        ['Token', reading.token],
      ]
    case 'swap':
      return [
        ...asset('Token given', reading.give),
        ...asset('Token taken', reading.get),
        ['For', reading.to],
      ]
    case 'sweep':
    case 'wrap':
    case 'unwrap':
      return [['To', reading.to], ...asset('Token', reading.token)]
    case 'deposit':
      return [
        ['Vault', reading.vault],
        ['For', reading.to],
      ]
    case 'withdraw':
      return [
        ['Vault', reading.vault],
        ['Owner', reading.from],
        ['To', reading.to],
      ]
    default:
      return []
  }
}
