import { useId } from 'react'
import type { Address } from 'viem'
import { glowOf } from './picture'

const square = { width: 8, height: 8, rx: 2.4 }

/** An address as a picture, for the eye to know it again; `size` in px. */
export const Avatar = ({ address, size = 40 }: { address: Address; size?: number }) => {
  const id = useId()
  const { ground, spots } = glowOf(address)
  return (
    <svg width={size} height={size} viewBox="0 0 8 8" aria-hidden>
      <rect {...square} fill={ground} />
      {spots.map(({ x, y, colour }, index) => (
        <g key={colour}>
          <radialGradient
            id={`${id}${index}`}
            gradientUnits="userSpaceOnUse"
            cx={x}
            cy={y}
            r={index === 0 ? 6 : 4.5}
          >
            <stop stopColor={colour} />
            <stop offset="1" stopColor={colour} stopOpacity="0" />
          </radialGradient>
          <rect {...square} fill={`url(#${id}${index})`} />
        </g>
      ))}
    </svg>
  )
}
