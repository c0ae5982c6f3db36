/** Splits hex into its prefix and groups of four digits, as people compare it. */
export const groupsOf = (hex: string): string[] => [
  hex.slice(0, 2),
  ...(hex.slice(2).match(/.{1,4}/g) ?? []),
]
