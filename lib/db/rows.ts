import type { Address, Hash, Hex } from 'viem'
import type { ReapprovalReason, Event } from './batchEvent'
import type { Expected, Mode, Verdict } from './outcome'

export type { Mode } from './outcome'

/** An account. Its key is in the vault alone; one that is only watched has none. `index` is its place in the list. */
export type Account = {
  address: Address
  index: number
  name: string
  /** Where its key comes from: the phrase unless it says otherwise. */
  source?: 'key' | 'watch'
  /** Which account of the phrase it is (BIP-44); its place in the list where that is not said. */
  path?: number
  isHidden?: true
}

/** What a site was granted: accounts, the active one first, and the network it is on. */
export type Permission = { origin: string; accounts: Address[]; chainId: number; createdAt: number }

/** A request that asks the user. `id` was minted by the relay; `wire` is the text the site sent. */
export type Approval = {
  id: string
  origin: string
  documentId: string
  /** For a frame: the origin on top of it, empty if that is not known. For the eye only. */
  top?: string
  method: string
  wire: string
  params: unknown
  state: 'pending' | 'approved' | 'rejected'
  decision?: unknown
  /** As it travels to the site. */
  error?: { code: number; message: string; data?: unknown }
  /** What approving a signature made. */
  signature?: Hex
  /** `origin from id` of the batch that this request reserves while the user decides. */
  reserves?: string
  /** The batch that this asks for once more, and why; no page waits for the answer. */
  again?: { key: string; why: ReapprovalReason; mode: Mode }
  /** It only shows on the icon: nobody connected the site, or had just acted on it. */
  isQuiet?: true
  /** The user said no, which counts for the site's cool-down. */
  isRefused?: true
  /** When the asking document was last seen to leave, in ms since 1970. */
  goneAt?: number
  createdAt: number
  /** When it left `pending`. */
  settledAt?: number
}

/** A call as it will be signed; values as hex wei, `gas` a limit set by the site. */
export type Call = { to: Address | null; value: Hex; data: Hex; gas?: Hex }

/** Fees per gas as hex wei; `gasPrice` where the chain has no base fee. */
export type Fees = { maxFeePerGas: Hex; maxPriorityFeePerGas: Hex } | { gasPrice: Hex }

/** A batch as it was approved; `hash` covers all that is signed. Only another approval changes that. */
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
  delegate: Address | null
  upgrade: boolean
  /** The foreign delegate that the upgrade takes the place of. */
  replaces?: Address
  /** The delegate that an authorization for nobody takes from the account. */
  revokes?: Address
  /** The amounts that the site's calls allowed before the user lowered them; `calls` holds what is signed. */
  edited?: { index: number; amount: Hex }[]
  /** One gas limit for each transaction, hex. */
  gas: Hex[]
  fees: Fees
  /** The outcome that the user accepted; its verdict alone in older rows. */
  expected?: Verdict | Expected
  hash: Hash
  createdAt: number
  /** 1 until everything of it is final, 0 after. */
  live: 0 | 1
  /** 0 once the user has cleared it from the activity. */
  shown: 0 | 1
  /** When it was cleared, in ms since 1970. Its rows go a day later. */
  clearedAt?: number
}

/** An id that was used by a batch which is no longer stored: it stays taken. */
export type Tombstone = { origin: string; from: Address; id: string }

/** What the user chose for a network, or a network that is the user's own. URLs may carry API keys: they never leave the background. */
export type NetworkChoice = {
  chainId: number
  secondUrl?: string
  /** The user's own RPCs, the first one asked first. */
  urls?: string[]
  /** Whether the public RPCs are asked too where the user has set their own. */
  isPublicToo?: true
  isHidden?: true
  /** What a network that is not built in is called, and its coin. */
  custom?: {
    name: string
    symbol: string
    decimals: number
    explorer?: string
    opStack: boolean
    genesis: Hash | null
  }
}

/** A token that the user watches; `key` is `chainId:address`, and `:tokenId` for a single one (decimal). */
export type WatchedAsset = {
  key: string
  chainId: number
  address: Address
  standard: 'ERC20' | 'ERC721' | 'ERC1155'
  tokenId?: string
  /** As the chain told it, made harmless. */
  symbol?: string
  name?: string
  decimals?: number
  isHidden?: true
  /** In ms since 1970. */
  addedAt: number
}

/** A name that the user gave an address. */
export type Contact = { address: Address; name: string }

/** An address that a batch of the user's has dealt with, from when on, in ms since 1970. */
export type Party = { address: Address; since: number }

/** A site that has asked for something, from when on, and when the user last said yes to it, in ms since 1970. */
export type Site = { origin: string; since: number; approvedAt?: number }

/** A choice of the user's that is no network, account or site. */
export type Setting = { key: string; value: unknown }

/** An event of a batch; `at` in ms since 1970, for the eye only: `seq` orders. */
export type EventRow = { key: string; seq: number; at: number; event: Event }

/** Which logs a subscription or filter is for, as `eth_getLogs` takes it. */
export type LogCriteria = {
  address?: Address | Address[] | undefined
  topics?: (Hash | Hash[] | null)[] | undefined
}

/** A site's filter: `next` is the first block not yet told; `asked` who was told last, and from where. */
export type Filter = {
  id: string
  origin: string
  chainId: number
  /** Which logs; undefined: it is for the hashes of blocks. */
  criteria?: LogCriteria & { fromBlock?: string | undefined; toBlock?: string | undefined }
  next: number
  asked?: { id: string; from: number }
  /** In ms since 1970. */
  usedAt: number
}

/** Something learnt of a chain that may be asked again; `at` in ms since 1970. */
export type Fact = { key: string; value: unknown; at: number }
