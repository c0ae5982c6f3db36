import type { Address, Hash, Hex } from 'viem'
import type { Verdict } from '../batch/world'
import type { Fees, Mode } from '../db'
import type { Quote, Token } from '../simulate/quote'

/** What the wallet's own pages may ask of the background: verb, what it takes, what it gives. */
export type Verbs = {
  /** Imports a BIP-39 phrase under a new password and unlocks. */
  importPhrase: { takes: { phrase: string; password: string }; gives: 'done' | 'bad phrase' }
  unlock: { takes: { password: string }; gives: boolean }
  lock: { takes: null; gives: null }
  /** What a waiting request would cost and do; in the best mode unless one is named. */
  quote: { takes: { id: string; mode?: Mode }; gives: Quote }
  /** Whether a signature may be given, the node being asked where that is needed. */
  checkSignature: { takes: { id: string }; gives: 'own account' | null }
  /** What ERC-20 tokens say of themselves. */
  readTokens: { takes: { chainId: number; addresses: Address[] }; gives: Record<Address, Token> }
  /** The user's yes. */
  approve: { takes: { id: string; decision: unknown }; gives: Refusal | 'done' }
  /** The user's no; to the upgrade alone if `upgrade` is true. */
  reject: { takes: { id: string; upgrade: boolean }; gives: null }
  /** Stops a batch, or replaces its unmined transaction by an empty one. */
  cancel: { takes: { key: string }; gives: 'done' | 'too late' | 'locked' }
  /** Signs and sends a batch's unmined transaction `hash` again, with higher fees. */
  speedUp: { takes: { key: string; hash: Hash }; gives: 'done' | 'too late' | 'locked' }
  /** Takes a batch, or all that are over, out of the activity; `at`, in ms since 1970, names the deed. */
  clear: { takes: { key?: string; at: number }; gives: 'done' | 'live' }
  /** Takes back what was cleared at that time. */
  unclear: { takes: { at: number }; gives: null }
  /** Takes accounts and network from a site. */
  disconnect: { takes: { origin: string }; gives: null }
  /** Chooses a network's second RPC, or none. Nobody is told the URL again, only its host. */
  setSecondRpc: {
    takes: { chainId: number; url: string | null }
    gives: 'done' | 'bad url' | 'same node' | 'no answer' | 'other chain'
  }
  /** Brings the approval window to the front, or opens it, for the requests that wait. */
  showApprovals: { takes: null; gives: null }
  /** Closes the approval window if nothing waits in it. Closing it otherwise rejects what does. */
  closeApprovals: { takes: null; gives: null }
}

/** Why an approval did not count. */
export type Refusal = 'gone' | 'page gone' | 'locked' | 'not saved'

/** Whether there is a vault and whether it is open; pushed on connecting and whenever it changes. */
export type SessionState = {
  hasVault: boolean
  isUnlocked: boolean
  /** Whether the disk refused the last write of a batch. */
  isDiskRefusing: boolean
}

/** What approves a batch: how it runs and the terms the user saw. */
export type BatchDecision = {
  mode: Mode
  /** What an atomic batch runs through. */
  delegate?: Address
  upgrade: boolean
  /** The foreign delegate that the upgrade takes the place of. */
  replaces?: Address
  gas: Hex[]
  fees: Fees
  /** What the simulation that was on the screen said. */
  expected: Verdict
}
