import type { Device } from './ledgerApp.ts'

/** Creates a device that is unlocked, runs app 1.22.0 with all its settings on, and whose user approves. */
export const newDevice = (): Device => ({
  seed: 'one',
  running: 'Ethereum',
  version: [1, 22, 0],
  isLocked: false,
  settings: { blindSigning: true, rawMessages: true, delegation: true },
  decide: () => true,
})
