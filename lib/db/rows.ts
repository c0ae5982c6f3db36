import type { Address, Hash, Hex } from 'viem'
import type { ReapprovalReason, Event } from './batchEvent'
import type { Checker, Difference, Expected, Mode, Verdict } from './outcome'

export type { Mode } from './outcome'

/**
 * An account. The vault alone holds its key; a watch-only account has none, and that of a device is in the device.
 * `index`: position in the list.
 */
export type Account = {
  address: Address
  index: number
  name: string
  /** Source of the account's key; absent: the phrase. */
  source?: 'key' | 'watch' | 'ledger' | 'qr'
  /** Path of the key of a device's account, as in `m/44'/60'/0'/0/0`. */
  devicePath?: string
  /** Fingerprint of the seed, as a device that reads QR codes has named it: it signs for no other. */
  fingerprint?: number
  /** Number of the account in the phrase's BIP-44 path; absent: equal to `index`. */
  path?: number
  isHidden?: true
}

/** A site's permission: accounts, the active one first, and its network. */
export type Permission = { origin: string; accounts: Address[]; chainId: number; createdAt: number }

/** A request that asks the user. `id`: minted by the relay; `wire`: the params as JSON text. */
export type Approval = {
  id: string
  origin: string
  documentId: string
  /** Origin of the top document, for a request from a frame; empty if unknown. Display only. */
  top?: string
  /** The browser's number of the page's tab; absent in older rows, and for what no tab asks. */
  tab?: number
  method: string
  wire: string
  params: unknown
  state: 'pending' | 'approved' | 'rejected'
  decision?: unknown
  /** The error in the form that the site receives. */
  error?: { code: number; message: string; data?: unknown }
  /** The signature, if approval made one. */
  signature?: Hex
  /** `origin from id` of the batch whose ID this request reserves while the user decides. */
  reserves?: string
  /**
   * Set if the wallet asks again about a batch: its key, the reason, its mode, and what changed. No page waits
   * for it.
   */
  again?: { key: string; why: ReapprovalReason; mode: Mode; changed?: Difference[] }
  /**
   * Set if the request shows only on the icon: site not connected, no recent user action on the page; or the wallet's own
   * page asks, and shows it.
   */
  isQuiet?: true
  /** Set while the wallet is open in a panel of the tab's window: the approval window leaves the request to it. */
  isBeside?: true
  /** Set if the user rejected the request, which counts towards the site's rate limit. */
  isRefused?: true
  /** Time at which the requesting document was seen to leave, in ms since 1970. */
  goneAt?: number
  createdAt: number
  /** Time of the decision, in ms since 1970. */
  settledAt?: number
}

/** A call to sign: `value` in hex wei; `gas`: a limit (hex) set by the site. */
export type Call = Readonly<{ to: Address | null; value: Hex; data: Hex; gas?: Hex }>

/** Fees in hex wei per gas; `gasPrice` on chains without a base fee. */
export type Fees = { maxFeePerGas: Hex; maxPriorityFeePerGas: Hex } | { gasPrice: Hex }

/**
 * The terms by which somebody else pays for a batch: the service that said so, who sends the operation, and what it may
 * take at most. `context`: what the site wants the service to know, as JSON text. `data`: the paymaster's, of which
 * `isFinal` says that they need not be asked for again.
 */
export type SponsorTerms = {
  url: string
  bundler: string
  context?: string
  paymaster: Address
  data: Hex
  isFinal: boolean
  callGasLimit: Hex
  verificationGasLimit: Hex
  preVerificationGas: Hex
  paymasterVerificationGasLimit: Hex
  paymasterPostOpGasLimit: Hex
  /** Amounts that it takes of the account at most, as they were shown; absent if nobody could tell, and in older rows. */
  charges?: { token: Address; amount: Hex }[]
}

/** A batch as approved; `hash` covers all terms that are signed. Only a second approval changes them. */
export type Batch = {
  key: string
  origin: string
  id: string
  method: string
  from: Address
  chainId: number
  genesis: Hash | null
  mode: Mode
  calls: Call[]
  /**
   * The wallet's own calls, which run after those of the site and revert all if less is left than was shown. They
   * are signed with a deadline in place of the one in them, which is 0. Absent if nothing is locked.
   */
  locks?: Call[]
  /** Contracts that check the locks, with the code that was tried: with other code, the user is asked again. Absent in older rows. */
  checkers?: Checker[]
  delegate: Address | null
  upgrade: boolean
  /** The foreign delegate that the upgrade replaces. */
  replaces?: Address
  /** The delegate to remove from the account, by an authorization of the zero address (EIP-7702). */
  revokes?: Address
  /** Terms of the service that pays, where it is not the user: the batch is signed as a user operation (ERC-4337). */
  sponsor?: SponsorTerms
  /** The nonce that an empty transaction of the wallet fills, because others wait for it. */
  nonce?: number
  /** The site's own amounts in the calls that the user lowered; `calls` holds the amounts that are signed. */
  edited?: { index: number; amount: Hex }[]
  /** One gas limit (hex) per transaction. */
  gas: Hex[]
  fees: Fees
  /** The outcome that the user accepted; a bare verdict in older rows. */
  expected?: Verdict | Expected
  hash: Hash
  createdAt: number
  /** 1 until everything of the batch is final, then 0. */
  live: 0 | 1
  /** 0 once the user cleared the batch from the activity. */
  shown: 0 | 1
  /** 1 once the batch's first end was told to the user; absent in older rows, whose events tell it. */
  told?: 0 | 1
  /** Time of clearing, in ms since 1970; the rows are deleted a day later. */
  clearedAt?: number
}

/**
 * First nonce of an account that no sealed transaction of the wallet has used on a chain; `key`: chain ID,
 * account and genesis hash. `operations`: how many of its user operations were sealed, which need not use a nonce;
 * absent for none.
 */
export type Floor = { key: string; nonce: number; operations?: number }

/**
 * Hash of a signed transaction or user operation, with the `key` of its batch, and account, chain and genesis (`floor`,
 * the key of its floor): no two batches sign the same bytes on one chain, but for empty ones that fill a gap again.
 * `bundle`: somebody else's transaction that held the user operation in a sealed block.
 */
export type SignatureRow = { hash: Hash; key: string; floor: string; bundle?: Hash }

/**
 * A transaction that a device is asked to sign. `id`: the key of its batch and its nonce. It is asked for again with
 * these very bytes until it is signed, or until its batch is asked about again or stops.
 */
export type DeviceSigning = {
  id: string
  /** Key of its batch. */
  key: string
  from: Address
  chainId: number
  nonce: number
  /** `next`: what its batch comes to; `replacement`: dearer or empty, in place of what was sent. */
  kind: 'next' | 'replacement'
  /** The transaction, serialized without a signature and without the authorization, if there is one. */
  unsigned: Hex
  /** The delegate to authorize with it (EIP-7702), at the nonce after its own. */
  authorize?: Address
  /** Deadline of its locks, in seconds since 1970. */
  deadline?: number
  /** The device's signatures, checked against the account: r, s, and 27 or 28. */
  authorization?: Hex
  signature?: Hex
  createdAt: number
}

/** ID of a deleted batch, kept so that it stays taken. */
export type Tombstone = { origin: string; from: Address; id: string }

/** The user's settings for a network, or their own network. URLs may hold API keys: background only. */
export type NetworkChoice = {
  chainId: number
  secondUrl?: string
  /** RPC that transactions are sent to, in place of all others. */
  sendUrl?: string
  /** Service that sends user operations (ERC-7769), for batches that somebody else pays for. */
  bundlerUrl?: string
  /** Service of the user's own that pays for batches (ERC-7677), such as one that takes tokens for it. */
  paymasterUrl?: string
  /** The user's own RPCs, in the order in which they are tried. */
  urls?: string[]
  /** Set if the public RPCs are tried after the user's own. */
  isPublicToo?: true
  isHidden?: true
  /** Name, coin and properties of a network that is not built in. */
  custom?: {
    name: string
    symbol: string
    decimals: number
    explorer?: string
    opStack: boolean
    genesis: Hash | null
    /** Origin of the site that asked for it; absent: the user's own, or added before this was kept. */
    addedBy?: string
  }
}

/** A token that the user watches. `key`: `chainId:address`, plus `:tokenId` (decimal) for a single token. */
export type WatchedAsset = {
  key: string
  chainId: number
  address: Address
  standard: 'ERC20' | 'ERC721' | 'ERC1155'
  tokenId?: string
  /** Metadata as read from the chain, sanitized. */
  symbol?: string
  name?: string
  decimals?: number
  isHidden?: true
  /** Time of adding, in ms since 1970. */
  addedAt: number
}

/** The user's name for an address. */
export type Contact = { address: Address; name: string }

/** An address that a batch of the user dealt with; `since`: the first time, in ms since 1970. */
export type KnownParty = { address: Address; since: number }

/**
 * A site that has asked the user; `since`: the first time, `approvedAt`: the last approval, in ms since
 * 1970.
 */
export type Site = { origin: string; since: number; approvedAt?: number }

/** A setting that belongs to no network, account or site. */
export type Setting = { key: string; value: unknown }

/** An event of a batch. `at`, in ms since 1970, is for display only: `seq` gives the order. */
export type EventRow = { key: string; seq: number; at: number; event: Event }

/** A log filter of a subscription or a site, in the form that `eth_getLogs` takes. */
export type LogCriteria = {
  address?: Address | Address[] | undefined
  topics?: (Hash | Hash[] | null)[] | undefined
}

/**
 * A site's filter (EIP-1474). `next`: first block not reported yet. `asked`: the last request answered and
 * its first block, so that a repeated request gets the same answer.
 */
export type Filter = {
  id: string
  origin: string
  chainId: number
  /** The log filter; undefined for a filter of block hashes. */
  criteria?: LogCriteria & { fromBlock?: string | undefined; toBlock?: string | undefined }
  next: number
  asked?: { id: string; from: number }
  /** Set for a filter of pending transactions: hashes of the last pending block, and of the last answer. */
  pending?: { seen: Hash[]; told: Hash[] }
  /** Time of the last use, in ms since 1970. */
  usedAt: number
}

/** A cached fact about a chain, which can be fetched again; `at` in ms since 1970. */
export type Fact = { key: string; value: unknown; at: number }
