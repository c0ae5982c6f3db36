import { isHex, type Hex } from 'viem'
import type { WireError } from '../rpc/errors'

/**
 * Meaning of a node's error: the EVM's verdict on the calls; the transaction is known already; it waits for
 * another one; too little balance; too low a fee; no node takes it as it is; the node asks to slow down; it
 * lacks the pending block, or another one and its state; it lacks the method; it cannot be asked like this;
 * anything else.
 */
export type Refusal =
  | 'reverted'
  | 'taken'
  | 'busy'
  | 'funds'
  | 'fee'
  | 'unfit'
  | 'slow'
  | 'pending'
  | 'behind'
  | 'missing'
  | 'unable'
  | 'other'

/**
 * Wordings of nodes, the first match counts. Each comment names where the words are from; every wording of
 * them stands in `tests/unit/network/wordings.ts` with its file.
 *
 * geth: core/error.go, core/txpool, core/vm/errors.go. reth: rpc-eth-types/src/error, transaction-pool.
 * Besu: RpcErrorType.java. Nethermind: TxPoolErrorMessages.cs; before 2026 the names in AcceptTxResult.cs.
 * Erigon: txpoolcfg.go. Hardhat: EDR's mem_pool and provider errors. ethereumjs: client's txpool.ts.
 */
const wordings: readonly (readonly [Refusal, RegExp])[] = [
  // A contract chooses the words after "reverted": they are held against nothing else.
  ['reverted', /\brevert|\bvm (exception|execution)/i],
  // geth "already known", "nonce too low"; reth and anvil "already imported"; Besu and Hardhat "known
  // transaction"; Erigon "ALREADY_EXISTS", "existing txn with same hash"; Nethermind "AlreadyKnown", "OldNonce".
  [
    'taken',
    /already ?known|already imported|\bknown transaction|already[ _]exists|same hash|already in the txpool|nonce (is )?too low|\boldnonce/i,
  ],
  // One transaction at a time from a delegated account, or for an account that another pool holds.
  [
    'busy',
    /in-flight transaction limit|gapped-nonce tx|(authority|address) already reserved|delegation nonce gap|delegation authority has|delegatorhaspendingtx|notcurrentnoncefordelegation|type conflict|conflictingtype/i,
  ],
  // geth, reth, Erigon "insufficient funds"; Nethermind "InsufficientFunds"; Besu "Upfront cost exceeds account
  // balance"; reth "overdraws from account"; Hardhat "enough funds"; ethereumjs "enough balance".
  [
    'funds',
    /insufficient ?(funds|balance)|exceeds account balance|overdraws|n[o']t have enough (funds|balance)/i,
  ],
  [
    'fee',
    /underpriced|less than (block )?base fee|fee ?too ?low|below (current|the minimum|minimum|chain)|gas ?price.* (too low|below)|too low for the next block|pool is full|pool size constraints|insufficient gas price|replacement gas too low|minimum gas price|cannot pay basefee|replacementnotallowed|could not replace existing/i,
  ],
  [
    'slow',
    /rate ?limit|too many requests|request (rate|count|limit)|(request|credit)s? limited|(per |\/)sec(ond)?\b|compute units|capacity (limit )?exceeded|slow down|throttl/i,
  ],
  [
    'unfit',
    /intrinsic ?gas|floor data gas|gas ?limit|exceeds .*gas (limit|cap)|fee cap|configured cap|oversized|too ?large|type (is )?(not|rejected)|unsupported transaction type|not activated|init[ _]?code|(invalid|wrong) (sender|signature|chain ?id)|not an eoa/i,
  ],
  // ethereumjs '"pending" is not yet supported'; geth "pending block is not available".
  [
    'pending',
    /\bpending\b.*\b(not|unsupported|unknown|invalid)|(unsupported|unknown|invalid).*\bpending\b/i,
  ],
  // geth "header not found", "missing trie node"; reth "block not found"; Besu "Unknown block", "World state
  // unavailable"; Nethermind "node is syncing"; Hardhat "Received invalid block tag".
  [
    'behind',
    /(header|block|state)( for hash| \S+)?( is)? not (found|available)|unknown block|invalid block tag|missing trie node|state unavailable|pruned|sync is still|is syncing/i,
  ],
  [
    'missing',
    /method.*(not (found|exist|supported|available|enabled|allowed)|unsupported)|unsupported method|not whitelisted|not available on/i,
  ],
  ['unable', /too many arguments|unknown field/i],
  // The EVM's own words: geth and Erigon in small letters, reth and anvil "EVM error: OpcodeNotFound".
  [
    'reverted',
    /out of gas|invalid ?opcode|(invalid|bad) ?jump|stack (under|over)flow|stack limit|out of stack|evm error|write protection|bad ?instruction|max code size/i,
  ],
]

/** Codes that mean one thing whatever the words, asked after the words. */
const codes: Record<number, Refusal> = {
  // Alchemy; Base; providers behind a gateway.
  429: 'slow',
  [-32016]: 'slow',
  [-32029]: 'slow',
  // execution-apis: eth_simulateV1.
  [-38014]: 'funds',
  // Nethermind before 2026, OpenEthereum: VM execution error.
  [-32015]: 'reverted',
  [-32601]: 'missing',
  [-32604]: 'missing',
  [-32602]: 'unable',
  [-32603]: 'unable',
}

const dataOf = ({ data }: Pick<WireError, 'data'>): Hex | undefined => {
  const found = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  if (typeof found !== 'string') return undefined
  const hex = /(?:^|\s)(0x(?:[0-9a-f]{2})*)$/i.exec(found)?.[1]
  return isHex(hex) ? hex : undefined
}

/** Returns the revert data of an error, from the field itself, the end of its text, or one level below it. */
export const revertDataOf = (error: Pick<WireError, 'data'>): Hex => dataOf(error) ?? '0x'

/** The most characters of a node's sentence that are kept. */
const longest = 200

/** Classifies an error of a node by its words, and by its code where the words say nothing. */
export const refusalOf = ({ code, message, data }: WireError): Refusal => {
  if (code === 3 || revertDataOf({ data }) !== '0x') return 'reverted'
  // EIP-1474's own words for the code that Besu also uses for gas limits and ranges.
  if (code === -32005 && /^(request )?limit exceeded/i.test(message)) return 'slow'
  const start = message.slice(0, 5 * longest)
  return wordings.find(([, words]) => words.test(start))?.[0] ?? codes[code] ?? 'other'
}

/**
 * Returns a node's sentence as it may be kept and shown: on one line, without addresses of servers and
 * without words as long as an API key, cut to 200 characters. Hashes and accounts stay.
 */
export const nodeWords = (message: string): string => {
  const start = message.slice(0, 5 * longest)
  // A cut may leave a part of a key that is too short to be known as one.
  const whole = start.length < message.length ? start.replace(/\S*$/, '') : start
  const line = whole
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S*/gi, '…')
    .replace(/\b[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/\S*)?/gi, (word) =>
      /^[\d.]+$/.test(word) && !/^\d+(\.\d+){3}$/.test(word) ? word : '…',
    )
    .replace(/[\w+/=-]{20,}/g, (word) =>
      /^(0x([0-9a-f]{40}|[0-9a-f]{64})|\d+)$/i.test(word) ? word : '…',
    )
    .trim()
  // A cut may halve a character of two units.
  return line.length > longest ? `${line.slice(0, longest - 1).replace(/\p{Cs}$/u, '')}…` : line
}

/** Words for a node's error that has none. */
export const noReason = 'The node gave no reason'

/**
 * Returns a node's error as it may leave the background: its code, its sentence by `nodeWords`, and of its data
 * what a revert gave, in the field or one level below, where callers look for it.
 */
export const shownOf = ({ code, message, data }: WireError): WireError => {
  const shown = { code, message: nodeWords(message) || noReason }
  const found = dataOf({ data })
  if (found === undefined) return shown
  return { ...shown, data: typeof data === 'string' ? found : { data: found } }
}
