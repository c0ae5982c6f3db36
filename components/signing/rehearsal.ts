import {
  encodeFunctionData,
  hexToBigInt,
  pad,
  parseAbi,
  size,
  slice,
  type Address,
  type Hex,
} from 'viem'
import { permit2 } from '@/lib/decode/contracts'
import { fieldsOf } from '@/lib/decode/signatures/fields'
import type { Leaving, SignatureReading } from '@/lib/decode/signatures/signatureReading'
import type { TypedData } from '@/lib/sign/typedData'
import type { Reason } from '@/lib/db/outcome'
import type { Rehearsal, RehearsedCall } from '@/lib/simulate/rehearse'
import { encodeBalanceOf } from '@/lib/simulate/tokens'
import { sameAddress } from '@/lib/values/address'

const abi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function nonces(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)',
])

type Read = { to: Address; data: Hex }

/** A reading of a contract without which the signature cannot be used. */
type Check = Read & { isFit: (answer: Hex) => boolean }

/** How to try what a signature allows, without having it. */
export type Trial = {
  /** Most that may leave of each token; null for all there is. */
  amounts: ReadonlyMap<Address, bigint | null>
  /** True if exactly this amount leaves, or nothing. */
  isWhole: boolean
  /** Times in seconds since 1970: later than `after`, until `until`. */
  after: bigint | null
  until: bigint | null
  checks: readonly Check[]
  /** Contract that needs the account's approval of each token before anything can leave. */
  through?: Address
  callsOf: (token: Address, amount: bigint) => RehearsedCall[]
}

/** The most tokens of one signature that are tried. */
const most = 20

type TokenLeaving = Leaving & { asset: { kind: 'token'; address: Address }; to: Address }

const isOwnToken =
  (account: Address) =>
  (line: Leaving): line is TokenLeaving =>
    line.asset.kind === 'token' && line.to !== null && sameAddress(line.from, account)

const amountsOf = (lines: readonly TokenLeaving[]): Map<Address, bigint | null> => {
  const amounts = new Map<Address, bigint | null>()
  for (const { asset, amount } of lines) {
    const before = amounts.get(asset.address)
    const sum = before === null || amount === null ? null : (before ?? 0n) + amount
    amounts.set(asset.address, sum)
  }
  return amounts
}

const isWord = (answer: Hex, fits: (word: bigint) => boolean): boolean =>
  size(answer) !== 32 || fits(hexToBigInt(answer))

/** Says who would call what, and which contracts tell that the signature can be used; undefined for other kinds. */
const kindOf = (
  typedData: TypedData,
  standard: string,
  lines: readonly TokenLeaving[],
  account: Address,
): (Pick<Trial, 'checks' | 'callsOf'> & Partial<Trial>) | undefined => {
  const message = fieldsOf(typedData.message)
  const [line] = lines
  if (!line) return undefined
  const { to, asset } = line
  const take = (from: Address) => (token: Address, amount: bigint) => ({
    from,
    to: token,
    data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, to, amount] }),
  })
  switch (standard) {
    case 'ERC-2612':
    case 'DAI': {
      const nonce = message.number('nonce')
      return {
        checks: [
          {
            to: asset.address,
            data: encodeFunctionData({ abi, functionName: 'nonces', args: [account] }),
            isFit: (answer) => isWord(answer, (next) => next === nonce),
          },
        ],
        // Handing the permit in does what the account's own approval does.
        callsOf: (token, amount) => [
          {
            from: account,
            to: token,
            data: encodeFunctionData({ abi, functionName: 'approve', args: [to, amount] }),
          },
          take(to)(token, amount),
        ],
      }
    }
    case 'ERC-3009': {
      const nonce = pad(message.bytes('nonce'))
      return {
        isWhole: true,
        after: message.number('validAfter'),
        until: message.number('validBefore') - 1n,
        checks: [
          {
            to: asset.address,
            data: encodeFunctionData({
              abi,
              functionName: 'authorizationState',
              args: [account, nonce],
            }),
            isFit: (answer) => isWord(answer, (used) => used === 0n),
          },
        ],
        callsOf: (token, amount) => [
          {
            from: account,
            to: token,
            data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
          },
        ],
      }
    }
    // An order of UniswapX is a transfer by Permit2 to its reactor; what comes back for it is not tried.
    case 'UniswapX':
    case 'Permit2': {
      // Permit2 itself is what takes the token.
      const callsOf = (token: Address, amount: bigint) => [take(permit2)(token, amount)]
      if (typedData.primaryType === 'PermitSingle' || typedData.primaryType === 'PermitBatch') {
        const details =
          typedData.primaryType === 'PermitSingle'
            ? [message.struct('details')]
            : message.list('details')
        const checks = details.map((detail): Check => {
          const nonce = detail.number('nonce')
          return {
            to: permit2,
            data: encodeFunctionData({
              abi,
              functionName: 'allowance',
              args: [account, detail.address('token'), to],
            }),
            isFit: (answer) => size(answer) !== 96 || hexToBigInt(slice(answer, 64, 96)) === nonce,
          }
        })
        return { checks, through: permit2, callsOf }
      }
      const nonce = message.number('nonce')
      const check: Check = {
        to: permit2,
        data: encodeFunctionData({
          abi,
          functionName: 'nonceBitmap',
          args: [account, nonce >> 8n],
        }),
        isFit: (answer) => isWord(answer, (bits) => ((bits >> (nonce & 255n)) & 1n) === 0n),
      }
      return { checks: [check], through: permit2, callsOf }
    }
    default:
      return undefined
  }
}

/** Returns how to try a recognised permit or transfer of the account's own tokens; undefined for anything else. */
export const trialOf = (
  typedData: TypedData,
  reading: SignatureReading,
  account: Address,
): Trial | undefined => {
  // A signature by the owner of a contract account moves that account's assets, not this one's.
  if (reading.kind === 'unread' || typedData.primaryType === 'TypedDataSign') return undefined
  const lines = reading.deals.flatMap(({ leaves }) => leaves.filter(isOwnToken(account)))
  const amounts = amountsOf(lines)
  if (amounts.size === 0 || amounts.size > most || lines.every(({ amount }) => amount === 0n))
    return undefined
  const kind = kindOf(typedData, reading.standard, lines, account)
  return kind && { amounts, isWhole: false, after: null, until: reading.until, ...kind }
}

/** Amounts that would leave now if the signature were used, or the reason why nothing would. */
export type SignatureSimulation =
  | { kind: 'leaves'; moved: { token: Address; amount: bigint }[] }
  | {
      kind: 'nothing'
      why: 'expired' | 'early' | 'nonce' | 'empty' | 'short' | 'unapproved' | Reason
    }
  | { kind: 'unknown' }

type Ask = (calls: RehearsedCall[], reads: Read[]) => Promise<Rehearsal>

const numberIn = (answer: Hex | null | undefined): bigint | undefined =>
  answer && size(answer) === 32 ? hexToBigInt(answer) : undefined

const timeWhy = ({ after, until }: Trial, time: bigint) => {
  if (until !== null && time > until) return 'expired'
  return after !== null && time <= after ? 'early' : undefined
}

/**
 * Tries what a signature allows, in a simulation of the node's. The signature does not exist yet: the account's own
 * approval or transfer stands for it. What was found is a fact of this moment and clears the signature of nothing.
 */
export const simulateSignature = async (
  ask: Ask,
  trial: Trial,
  account: Address,
): Promise<SignatureSimulation> => {
  const tokens = [...trial.amounts.keys()]
  const balances = tokens.map((to) => ({
    to,
    data: encodeBalanceOf({ standard: 'ERC20' }, account),
  }))
  const now = await ask([], [...balances, ...trial.checks.map(({ to, data }) => ({ to, data }))])
  const late = timeWhy(trial, BigInt(now.time))
  if (late) return { kind: 'nothing', why: late }
  const isUsable = trial.checks.every(({ isFit }, index) => {
    const answer = now.before[tokens.length + index]
    return !answer || isFit(answer)
  })
  if (!isUsable) return { kind: 'nothing', why: 'nonce' }
  const tried = tokens.map((token, index) => {
    const held = numberIn(now.before[index])
    const amount = trial.amounts.get(token) ?? null
    return {
      token,
      held,
      amount: amount === null || amount > (held ?? 0n) ? held : amount,
      most: amount,
    }
  })
  if (tried.some(({ held }) => held === undefined)) return { kind: 'unknown' }
  if (tried.every(({ held }) => held === 0n)) return { kind: 'nothing', why: 'empty' }
  if (trial.isWhole && tried.some(({ amount, most }) => amount !== most))
    return { kind: 'nothing', why: 'short' }
  const { through } = trial
  const approved = through
    ? tokens.map((to) => ({
        to,
        data: encodeFunctionData({ abi, functionName: 'allowance', args: [account, through] }),
      }))
    : []
  const calls = tried.flatMap(({ token, amount = 0n }) =>
    amount > 0n ? trial.callsOf(token, amount) : [],
  )
  const { outcomes, before, after } = await ask(calls, [...balances, ...approved])
  const moved = tokens.flatMap((token, index) => {
    const [had, has] = [numberIn(before[index]), numberIn(after[index])]
    return had !== undefined && has !== undefined && has < had ? [{ token, amount: had - has }] : []
  })
  if (moved.length > 0) return { kind: 'leaves', moved }
  const allowed = approved.map((_, index) => numberIn(before[tokens.length + index]))
  if (through && allowed.every((most) => most === 0n)) return { kind: 'nothing', why: 'unapproved' }
  // Less than was tried may be taken all the same.
  if (tried.some(({ amount = 0n }, index) => isPartly(allowed[index], amount)))
    return { kind: 'unknown' }
  const failed = outcomes.find(({ status }) => status === 'fails')
  return failed?.status === 'fails' ? { kind: 'nothing', why: failed.reason } : { kind: 'unknown' }
}

const isPartly = (most: bigint | undefined, amount: bigint): boolean =>
  most !== undefined && most > 0n && most < amount
