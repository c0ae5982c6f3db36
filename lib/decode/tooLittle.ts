import type { RevertReading } from './revert'

/**
 * True if an exchange says, to the letter, that less would arrive than was asked for: its price has moved. The texts are
 * those of Uniswap's routers, version 3 and 2.
 */
export const isTooLittle = (reading: RevertReading): boolean => {
  if (reading.kind === 'error') return reading.name.startsWith('TooLittleReceived(')
  return (
    reading.kind === 'text' &&
    (reading.text === 'Too little received' ||
      reading.text === 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT')
  )
}
