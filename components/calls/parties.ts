import type { Address } from 'viem'
import type { Call } from '@/lib/db'
import { decodeCall } from '@/lib/decode/call'

/** Everyone a call deals with, by their part in it: the recipient of the call itself is always among them. */
export const partiesOf = ({ to, data }: Call): [part: string, address: Address][] => {
  if (!to) return []
  const decoded = decodeCall(data)
  switch (decoded.kind) {
    case 'none':
      return [['To', to]]
    case 'transfer':
      return [
        ['To', decoded.to],
        ['Token', to],
      ]
    case 'approve':
      return [
        ['Spender', decoded.spender],
        ['Token', to],
      ]
    case 'transferFrom':
      return [
        ['From', decoded.from],
        ['To', decoded.to],
        ['Token', to],
      ]
    case 'swap':
      return [
        ['Contract', to],
        ['Token given', decoded.tokenIn],
        ['Token taken', decoded.tokenOut],
      ]
    case 'unknown':
      return [['Contract', to]]
  }
}
