/** True for at most a millionth of a whole one: a price of 1 wei is a price only by its form. */
export const isDust = (amount: bigint, decimals: number): boolean =>
  amount * 10n ** 6n <= 10n ** BigInt(decimals)
