/**
 * An address or hash by its first and last eight digits: to know it again in a list, never to decide by. What is as
 * short as that stays whole.
 */
export const shortHex = (hex: string): string =>
  hex.length <= 20 ? hex : `${hex.slice(0, 10)}…${hex.slice(-8)}`
