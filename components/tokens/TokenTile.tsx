import type { Address } from 'viem'
import { pictureOf } from '../ui/picture'
import styles from '../ui/tile.module.css'
import { usePictures } from './usePictures'

/**
 * A token that goes by its name, round as accounts are not: a listed one by its picture, if it has one, any other as the
 * first letter of its symbol on a colour of its address.
 */
export const TokenTile = ({
  address,
  chainId,
  symbol,
}: {
  address: Address
  chainId: number
  symbol: string
}) => {
  const pictures = usePictures()
  const picture =
    pictures && pictures !== 'failed' ? pictures.pictureUrl(address, chainId) : undefined
  const { ground, ink } = pictureOf(address)
  if (picture)
    return <img className={`${styles.tile} ${styles.round} ${styles.drawn}`} src={picture} alt="" />
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
