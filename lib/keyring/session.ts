/** Where the data key lives while the wallet is unlocked: in memory only, gone with the browser. */
export type Session = {
  /** `isLate`: for what was approved before the wallet locked by itself. */
  get: (isLate?: boolean) => Promise<string | undefined>
  /** Whether there is one, without its being read. */
  isOpen: () => Promise<boolean>
  set: (key: string | undefined) => Promise<void>
}
