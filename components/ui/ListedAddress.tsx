import { shortHex } from '../text/shortHex'
import { Hex } from './Hex'

/** An address beside its name: seen whole, heard by its first and last eight digits. */
export const ListedAddress = ({ value }: { value: string }) => (
  <span role="img" aria-label={shortHex(value)}>
    <Hex value={value} />
  </span>
)
