import type { Address } from 'viem'
import { contractName } from '@/lib/decode/contracts'
import { Hex } from '../ui/Hex'
import { isSame, type Place } from './place'

/** Someone in a call: the account itself, a contract by its maker's name, or a whole address. */
export const Party = ({ address, place }: { address: Address; place: Place }) => {
  if (isSame(address, place.from)) return <>you</>
  const name = contractName(address, place.chainId)
  return name ? <>{name}</> : <Hex value={address} />
}
