import { numberToHex } from 'viem'
import { pictureOf } from '../ui/picture'

const corners = ['0 -4', '3.46 -2', '3.46 2', '0 4', '-3.46 2', '-3.46 -2']

/**
 * A network as a hexagon whose colours and fields come from its chain ID, whatever it calls itself: sites are squares with
 * a letter, tokens are round, accounts glow. It tells networks apart, no more.
 */
export const NetworkMark = ({ chainId, size = 24 }: { chainId: number; size?: number }) => {
  const { ground, ink, cells } = pictureOf(numberToHex(chainId, { size: 20 }))
  const isOn = (field: number) => cells.some(([x, y]) => x === field % 3 && y === field >> 1)
  return (
    <svg width={size} height={size} viewBox="-4 -4 8 8" aria-hidden>
      <path fill={ground} d={`M${corners.join('L')}Z`} />
      <path
        fill={ink}
        d={corners
          .map((corner, field) =>
            isOn(field) ? `M0 0L${corner}L${corners[(field + 1) % 6] ?? ''}Z` : '',
          )
          .join('')}
      />
    </svg>
  )
}
