import type { Address } from 'viem'

/** An account in a device that reads and shows QR codes. `fingerprint`: what the device named with its key. */
export type QrAccount = { address: Address; path: string; fingerprint: number }
