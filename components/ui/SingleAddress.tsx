import { HeardAddress } from './HeardAddress'
import { Hex } from './Hex'

/** An address that no name stands beside, on one line or two. */
export const SingleAddress = ({ value }: { value: string }) => (
  <HeardAddress value={value}>
    <Hex value={value} />
  </HeardAddress>
)
