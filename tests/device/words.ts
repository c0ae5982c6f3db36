/** Status words of the app (LedgerHQ/ledger-secure-sdk, include/status_words.h at e5a9d0fd). */
export const words = {
  success: 0x9000,
  locked: 0x5515,
  memoryWrite: 0x6501,
  notAllowed: 0x6980,
  conditions: 0x6985,
  noInfo: 0x6a00,
  incorrectData: 0x6a80,
  noMemory: 0x6a84,
  wrongLength: 0x6a87,
  wrongParameters: 0x6b00,
  wrongInstruction: 0x6d00,
  wrongClass: 0x6e00,
} as const

/** Ends a command with a status word. */
export const fail = (word: number): never => {
  throw Object.assign(new Error(`0x${word.toString(16)}`), { word })
}

/** Returns the status word of an error that `fail` threw; throws any other error again. */
export const wordOf = (error: unknown): number => {
  if (error instanceof Error && 'word' in error && typeof error.word === 'number') return error.word
  throw error
}
