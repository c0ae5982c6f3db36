/** The greater of two numbers: `Math.max` takes no bigint. */
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** The lesser of two numbers: `Math.min` takes no bigint. */
export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
