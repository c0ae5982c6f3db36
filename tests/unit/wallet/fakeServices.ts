import { wordlist } from '@scure/bip39/wordlists/english'
import { vi } from 'vitest'
import { createReadyKey } from '@/lib/keyring/readyKey'
import type { WalletServices } from '@/lib/wallet/services'
import { alice, stranger } from '../accounts'

/** The params of a batch of two calls. */
export const batch = (change: object = {}) => [
  {
    version: '2.0.0',
    from: alice,
    chainId: '0x2105',
    atomicRequired: false,
    calls: [{ to: stranger }, { to: stranger }],
    ...change,
  },
]

/** Fakes of the runner and the windows, which only have to be called. */
export const fakes = (isUnlocked = true) => {
  const services = {
    keyring: {
      isUnlocked: () => Promise.resolve(isUnlocked),
      unlock: vi.fn(),
      create: vi.fn(),
      readyKey: createReadyKey(),
    },
    runner: { cancel: vi.fn(() => Promise.resolve('done')) },
    watch: {
      wake: vi.fn(() => Promise.resolve()),
      approve: vi.fn<WalletServices['watch']['approve']>(({ write }, store) =>
        store(() => write()),
      ),
      approved: vi.fn(() => Promise.resolve()),
      prepare: vi.fn(),
    },
    wordList: vi.fn(() => Promise.resolve(wordlist)),
    showApprovals: vi.fn(),
    closeApprovals: vi.fn<WalletServices['closeApprovals']>(() => Promise.resolve()),
  }
  return { ...services, all: services as unknown as WalletServices }
}
