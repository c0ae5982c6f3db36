import type { Address, Hash, Hex } from 'viem'
import type { Verdict } from '../db/outcome'
import type { Fees, Mode } from '../db'
import type { Asset } from '../holdings/found'
import type { Unlisted } from '../holdings/list'
import type { Finding, ProposedAsset } from '../holdings/proposed'
import type { Resolved } from '../names/resolve'
import type { Pulse } from '../network/probe'
import type { Found } from '../network/proposal'
import type { Kept } from '../keyring/accounts'
import type { NotOpened } from '../keyring/keyring'
import type { RequestNote } from '../sites/requestLog'
import type { Settings } from '../db/settings'
import type { Edit } from '../decode/edit'
import type { Exact } from '../simulate/exactAllowance'
import type { Quote, Token } from '../simulate/quoteBatch'

/** What the wallet's own pages may ask of the background: verb, what it takes, what it gives. */
export type Verbs = {
  /** Makes the wallet under a new password and unlocks; `new` draws a phrase. */
  setUp: {
    takes: { password: string; from: Start }
    gives: 'done' | 'bad phrase' | 'bad key' | 'bad address' | 'exists'
  }
  /** What is wrong with a phrase that is being typed: the places of words that are in no list. */
  judgePhrase: { takes: { phrase: string }; gives: { unknown: number[]; isPhrase: boolean } }
  /** Six random words for a password: 66 bits. */
  suggestPassphrase: { takes: null; gives: string }
  unlock: { takes: { password: string }; gives: 'open' | NotOpened }
  lock: { takes: null; gives: null }
  /** The user is there: auto-lock starts counting anew. */
  touch: { takes: null; gives: null }
  /** Adds the phrase's account `path` (BIP-44); naming it makes a repeated request harmless. */
  addAccount: { takes: { path: number }; gives: 'done' | 'locked' }
  /** Adds the account of a private key. */
  importKey: { takes: { key: string }; gives: 'done' | 'bad key' | 'known' | 'locked' }
  /** Adds a phrase to a wallet that has none, and its first accounts; `null` draws one. */
  addPhrase: { takes: { phrase: string | null }; gives: 'done' | 'bad phrase' | 'locked' }
  /** Removes an account that is only watched, or an imported key, which takes the password. */
  removeAccount: {
    takes: { address: Address; password: string | null }
    gives: 'done' | Kept | NotOpened
  }
  /** Adds an account that is only looked at: no site gets it, and nothing is signed for it. */
  watchAddress: { takes: { address: string }; gives: 'done' | 'bad address' | 'known' }
  renameAccount: { takes: { address: Address; name: string }; gives: 'done' | 'bad name' }
  /** Hides an account from lists, or shows it again; the last one stays. */
  hideAccount: { takes: { address: Address; isHidden: boolean }; gives: 'done' | 'last' }
  /** The phrase or an account's key, for the user's eyes. */
  reveal: {
    takes: { password: string; of: 'phrase' | Address }
    gives: { secret: string } | NotOpened
  }
  /** Whether the user wrote the phrase down: its words at some places. Yes ends the reminder. */
  confirmPhrase: {
    takes: { words: { at: number; word: string }[] }
    gives: 'done' | 'wrong words' | 'locked'
  }
  /** Another password for the same vault; locks. */
  changePassword: { takes: { old: string; next: string }; gives: 'done' | NotOpened }
  choose: { takes: Choice; gives: null }
  /** The last requests of sites, newest first; none unless developer mode is on. */
  readRequests: { takes: null; gives: RequestNote[] }
  /** Forgets everything. Without the password only by the user who says that it is forgotten. */
  erase: { takes: { password: string } | { isForgotten: true }; gives: 'done' | NotOpened }
  /** What a waiting request would cost and do; in the best mode unless one is named. */
  quote: { takes: { id: string; mode?: Mode; edits?: Edit[] }; gives: Quoted }
  /** What of the allowance that a call of a waiting request gives is spent in it. */
  exact: { takes: { id: string; mode: Mode; index: number }; gives: Exact }
  /** Whether a signature may be given, the node being asked where that is needed. */
  checkSignature: { takes: { id: string }; gives: 'own account' | null }
  /** What the RPCs of a network that a site proposes say; ends the request if all serve another chain. */
  checkNetwork: { takes: { id: string }; gives: { host: string; found: Found }[] }
  /** What the chain says of a token that a site proposes, or the user. Throws 4901 if the node is silent. */
  checkAsset: { takes: { id: string } | ProposedAsset; gives: Finding }
  /** Lists a token that the user named, if the chain confirms it. Throws 4901 if the node is silent. */
  listAsset: { takes: ProposedAsset; gives: 'done' | Unlisted }
  /** Hides a token on a network, or shows it again. */
  hideAsset: { takes: { chainId: number; asset: Asset; isHidden: boolean }; gives: null }
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
  /** Takes accounts and network from a site; from all where none is named. */
  disconnect: { takes: { origin?: string }; gives: null }
  /** Gives a connected site other accounts, the active one first, or another network. */
  changeSite: {
    takes: { origin: string; accounts: Address[]; chainId: number }
    gives: 'done' | 'gone'
  }
  /** The chain ID that a node answers with. */
  findChain: { takes: { url: string }; gives: number | 'bad url' | 'no answer' }
  /** Adds a network of the user's own. Throws 4901 if its node is silent. */
  addNetwork: {
    takes: { chainId: number; url: string; name: string; symbol: string }
    gives: null
  }
  /** Changes what the user chose for a network; `last`: a network needs an RPC. */
  editNetwork: {
    takes: { chainId: number; edit: NetworkEdit }
    gives: 'done' | 'bad url' | 'same node' | 'no answer' | 'other chain' | 'last'
  }
  /** Removes a network of the user's own, unless a batch lives there or a site that is there waits. */
  removeNetwork: { takes: { chainId: number }; gives: 'done' | 'live' | 'asked' }
  /** How a network's RPCs are now, in their order. */
  readPulses: { takes: { chainId: number }; gives: Pulse[] }
  /** What a network's node can. */
  probeNetwork: { takes: { chainId: number }; gives: Abilities }
  /** Chooses a network's second RPC, or none. Nobody is told the URL again, only its host. */
  setSecondRpc: {
    takes: { chainId: number; url: string | null }
    gives: 'done' | 'bad url' | 'same node' | 'no answer' | 'other chain'
  }
  /** Asks a network what an account has there; the answer is kept in the cache, where pages read it. */
  readHoldings: { takes: { chainId: number; account: Address }; gives: null }
  /** Asks a network what an account is there, kept in the cache for the page; false if it was silent. */
  readDelegate: { takes: { chainId: number; account: Address }; gives: boolean }
  /** Asks the user to approve a payment set up in the wallet's own page. `moved`: the name means another address now. */
  send: { takes: Sending; gives: 'done' | 'moved' }
  /**
   * Asks the user to approve that an account's delegate is revoked; `id` becomes the batch's key. `changed`:
   * the account has another by now, or none. The fee, in wei, where there is not enough for it.
   */
  revoke: {
    takes: { id: string; from: Address; chainId: number; delegate: Address }
    gives: 'done' | 'changed' | Pick<Quote, 'ceiling' | 'l1Fee' | 'balance'>
  }
  /** The address behind a normalized name. */
  resolveName: { takes: { name: string }; gives: Resolved }
  /** Whether a contract stands at an address, and what token it is if it is one. */
  inspect: {
    takes: { chainId: number; address: Address }
    gives: { isContract: boolean; token?: Token }
  }
  /** How much of the chain's coin can be sent, in wei, and what is set apart for the fee. */
  spendable: {
    takes: { chainId: number; from: Address; to: Address }
    gives: { most: Hex; fee: Hex }
  }
  /** Names an address; null forgets the name. */
  saveContact: { takes: { address: Address; name: string | null }; gives: null }
  /** Brings the approval window to the front, or opens it, for the requests that wait. */
  showApprovals: { takes: null; gives: null }
  /** Closes the approval window if nothing waits in it. Closing it otherwise rejects what does. */
  closeApprovals: { takes: null; gives: null }
}

/**
 * A payment: the chain's coin where the asset has no address, a single token where it has an ID. `id` is made
 * up by the page and becomes the batch's key; `name` is what the user typed for `to`.
 */
export type Sending = {
  id: string
  from: Address
  to: Address
  chainId: number
  asset: { address?: Address; tokenId?: string }
  amount: Hex
  name?: string
}

/** A quote and the name of its outcome, by which it is accepted. */
export type Quoted = { quote: Quote; outcome: Hash }

/** Where a new wallet's first account comes from. */
export type Start = 'new' | { phrase: string } | { key: string } | { address: string }

/** A choice that the user makes; null for `vaultTrouble` and `ended` says that it was read. */
export type Choice =
  | { autoLock: Settings['autoLock'] }
  | { isDeveloper: boolean }
  | { activeAccount: Address }
  | { vaultTrouble: null }
  | { notices: Settings['notices'] | null }
  | { ended: null }

/** A change of what the user chose for a network; its own RPCs by their place. */
export type NetworkEdit =
  | { add: string }
  | { remove: number }
  | { raise: number }
  | { isPublicToo: boolean }
  | { isHidden: boolean }

/** What a node was seen to do; absent where it is silent. */
export type Abilities = { simulates?: boolean; eip7702?: boolean; preconfirms?: boolean }

/** Why an approval did not count. */
export type Refusal = 'gone' | 'page gone' | 'locked' | 'not saved' | 'changed' | 'watched'

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
  /** Amounts in place of those that calls allow: the wallet puts them in itself. */
  edits?: Edit[]
  /** The foreign delegate that the upgrade takes the place of. */
  replaces?: Address
  gas: Hex[]
  fees: Fees
  /** What the simulation that was on the screen said. */
  expected: Verdict
  /** The outcomes accepted, by hash: the worst of several. None: without a check. */
  outcomes?: Hash[]
}
