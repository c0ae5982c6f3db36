import type { Address } from 'viem'
import { pictureOf } from '../ui/picture'
import styles from '../ui/tile.module.css'

/** A token that goes by its name, as its first letter on a colour of its address: round, as accounts are not. */
export const TokenTile = ({ address, symbol }: { address: Address; symbol: string }) => {
  const { ground, ink } = pictureOf(address)
  return (
    <span
      className={`${styles.tile} ${styles.round}`}
      style={{ background: ground, color: ink }}
      aria-hidden
    >
      {Array.from(symbol)[0]?.toUpperCase()}
    </span>
  )
}
