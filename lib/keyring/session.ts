/** Store of the data key while the wallet is unlocked: in memory only, cleared when the browser ends. */
export type Session = {
  /**
   * Returns the data key, base64. `isLate`: also in the grace period after auto-lock, for approved batches.
   */
  get: (isLate?: boolean) => Promise<string | undefined>
  /** True if the wallet is unlocked; does not return the key. */
  isOpen: () => Promise<boolean>
  set: (key: string | undefined) => Promise<void>
}
