/** Digits in a row that are all the other address's in that place, or all not. */
export type DigitRun = { text: string; differs: boolean }

/** An address cut into what it shares with another of the same length and what not; case is no difference. */
export const runsOf = (address: string, other: string): DigitRun[] => {
  const runs: DigitRun[] = []
  for (const [at, digit] of address.split('').entries()) {
    const differs = digit.toLowerCase() !== other[at]?.toLowerCase()
    const last = runs.at(-1)
    if (last?.differs === differs) last.text += digit
    else runs.push({ text: digit, differs })
  }
  return runs
}
