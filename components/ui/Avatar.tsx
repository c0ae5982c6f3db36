import type { Address } from 'viem'
import { pictureOf } from './picture'

/** An address as a picture, for the eye to know it again; `size` in px. */
export const Avatar = ({ address, size = 40 }: { address: Address; size?: number }) => {
  const { ground, ink, cells } = pictureOf(address)
  return (
    <svg width={size} height={size} viewBox="-1.5 -1.5 8 8" aria-hidden>
      <rect x="-1.5" y="-1.5" width="8" height="8" rx="2" fill={ground} />
      {cells.map(([x, y]) => (
        <rect key={`${x}${y}`} x={x} y={y} width="1.02" height="1.02" fill={ink} />
      ))}
    </svg>
  )
}
