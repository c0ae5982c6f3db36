import { isRightKind } from '../decode/rightKinds'
import { getAddress, size, toEventSelector, type Address } from 'viem'
import type { Allowance } from '../db/outcome'
import { contractName } from '../decode/contracts'
import { readOnce } from '../decode/readOnce'
import type { DecodedCall } from '../decode/reading'
import { rights } from '../decode/rights'
import { sameAddress } from '../values/address'
import { assetKey } from './material'
import { namesIn } from './names'
import type { Plan } from './plan'
import type { SimulatedPlan } from './quote'
import type { Log } from './simulateV1'
import { knownTopics, mentionsInLogs } from './transferLogs'
import { transfersIn, type Transfer } from './transfers'

/**
 * Events of an account that give nothing away: votes, an asset of its own used as collateral in Aave, what
 * a staking contract pays back (github.com/Synthetixio/synthetix, StakingRewards.sol), and what vaults (EIP-4626),
 * wrapped coin (WETH9.sol), pools (IUniswapV2Pair.sol, IUniswapV3PoolEvents.sol), Aave (IAToken and IPool of
 * @aave-dao/aave-address-book 4.68.1) and Polygon's ledger (bor, core/bor_fee_log.go) tell of amounts, which balances
 * show. They count from any contract: one that hides what it does need not log at all, so logs find only what
 * honest code says, and no honest code says these when it gives a right.
 */
const benignEvents = [
  'VoteCast(address,uint256,uint8,uint256,string)',
  'ReserveUsedAsCollateralEnabled(address,address)',
  'ReserveUsedAsCollateralDisabled(address,address)',
  'RewardPaid(address,uint256)',
  'Withdrawn(address,uint256)',
  'DelegateVotesChanged(address,uint256,uint256)',
  'Deposit(address,address,uint256,uint256)',
  'Withdraw(address,address,address,uint256,uint256)',
  'Deposit(address,uint256)',
  'Withdrawal(address,uint256)',
  'Swap(address,uint256,uint256,uint256,uint256,address)',
  'Burn(address,uint256,uint256,address)',
  'Swap(address,address,int256,int256,uint160,uint128,int24)',
  'BalanceTransfer(address,address,uint256,uint256)',
  'Mint(address,address,uint256,uint256,uint256)',
  'Burn(address,address,uint256,uint256,uint256)',
  'Withdraw(address,address,address,uint256)',
  'LogTransfer(address,address,address,uint256,uint256,uint256,uint256,uint256)',
  'LogFeeTransfer(address,address,address,uint256,uint256,uint256,uint256,uint256)',
]

let topics: Set<string> | undefined

/** True for an event whose meaning is known: what it tells is read elsewhere, or gives nothing away. */
const isKnownEvent = (topic: string | undefined): boolean => {
  topics ??= new Set([
    ...knownTopics,
    ...benignEvents.map((event) => toEventSelector(event)),
    ...Object.values(rights).flatMap((kept) =>
      'event' in kept ? [toEventSelector(kept.event[0])] : [],
    ),
  ])
  return topic !== undefined && topics.has(topic)
}

type Place = Pick<Plan, 'from' | 'chainId'>

/** A part of a call that nobody can read, and the contract that runs it. */
type Part = { to: Address; reading: DecodedCall }

/**
 * Finds the parts of a call that are not read. A step that another account makes, such as a Safe of the user, is
 * one of them: only the plan's account is measured. A contract with a known name, such as a router, is nobody's
 * account.
 */
const unreadIn = ({ to, reading }: Part, { from, chainId }: Place): Part[] => {
  if (reading.kind !== 'multicall') return reading.kind === 'unknown' ? [{ to, reading }] : []
  return reading.steps.flatMap((step) => {
    const isMeasured =
      sameAddress(step.from, from) || contractName(step.from, chainId) !== undefined
    return isMeasured ? unreadIn(step, { from, chainId }) : [step]
  })
}

/** The part of an outcome that was measured: what leaves, and rights that their getters confirm. */
export type Measured = Pick<SimulatedPlan, 'changes' | 'allowances' | 'tokens'>

/** How small a part of the balance counts as dust: what leaves is no reason for the call then. */
const dust = 1000n

type Named = 'token' | 'spender' | 'tokenId'

/** Logs of a call, the keys of the allowances and rights that it names there, and those that several calls name. */
type Said = {
  logs: readonly Log[]
  grants: ReadonlySet<string>
  shared: ReadonlySet<string>
}

type Explained = NonNullable<SimulatedPlan['explained']>

const grantKey = ({ token, spender, tokenId = '0x' }: Pick<Allowance, Named>): string =>
  [token, spender, tokenId].join(' ').toLowerCase()

/** Returns keys of the allowances and rights that logs name. */
const grantKeys = (logs: readonly Log[], from: Address): Set<string> =>
  new Set([...mentionsInLogs(logs, from).grants.values()].map(({ grant }) => grantKey(grant)))

const isEqual = (name: string) => (other: string) => sameAddress(name, other)

/** Returns the contracts whose logs name the account in an event that nobody knows. */
const strangersIn = (logs: readonly Log[], from: Address): Address[] => {
  const own = from.slice(2).toLowerCase()
  const strange = logs.filter(
    ({ address, topics: [event, ...rest] }) =>
      !sameAddress(address, from) &&
      !isKnownEvent(event) &&
      rest.some((topic) => topic.toLowerCase().endsWith(own)),
  )
  return [...new Set(strange.map(({ address }) => getAddress(address)))]
}

/** Something measured that a call does; `token`: the one that must be known, null for a right. */
type Why = { token: Address | null; parties: readonly Address[] }

/** Finds what a call does by measured balances and by getters. What it says of itself, or gives, is none of it. */
const measuredOf = (
  to: Address,
  { logs, grants, shared }: Said,
  from: Address,
  { changes, allowances, tokens }: Measured,
): Why[] => {
  const leaves = new Set(
    changes.filter(({ direction }) => direction === 'out').map((change) => assetKey(change)),
  )
  const isWorth = ({ asset, amount, from: giver }: Transfer): boolean => {
    if (asset.standard === 'native' || sameAddress(asset.address, to)) return false
    const { balance } = tokens[getAddress(asset.address)] ?? {}
    const isMuch = balance !== undefined && amount > 0n && amount * dust >= BigInt(balance)
    return isMuch && sameAddress(giver, from) && leaves.has(assetKey({ asset }))
  }
  const moves = logs
    .flatMap((log) => transfersIn(log, from))
    .filter(isWorth)
    .flatMap(({ asset, to: payee }) =>
      asset.standard === 'native'
        ? []
        : [{ token: getAddress(asset.address), parties: [asset.address, payee] }],
    )
  const given = allowances.flatMap((allowance) => {
    const { standard, token, spender, isUnproven } = allowance
    const key = grantKey(allowance)
    const isRight = isRightKind(standard)
    if (!grants.has(key) || shared.has(key) || isUnproven) return []
    if (!isRight && (sameAddress(token, to) || sameAddress(spender, to))) return []
    return [{ token: isRight ? null : token, parties: [token, spender] }]
  })
  return [...moves, ...given]
}

/**
 * Finds what explains a call that is read and still logs the account in an event that nobody knows: its function is
 * known by four bytes alone, which any contract may use for something else. Each contract that logs so must be known,
 * or what leaves must tell what happened. A contract with a known name does what its function says.
 */
const explainRead = (
  to: Address,
  said: Said,
  { from, chainId }: Place,
  measured: Measured,
): Explained => {
  if (contractName(to, chainId) !== undefined) return []
  const strangers = strangersIn(said.logs, from)
  if (strangers.length === 0) return []
  const why = measuredOf(to, said, from, measured)
  if (why.some(({ token }) => token === null)) return []
  return strangers.map((stranger) => [
    ...new Set([stranger, ...why.flatMap(({ token }) => token ?? [])]),
  ])
}

/**
 * Finds what explains a call that nobody can read: tokens of which some are known to leave the account, and rights
 * that were read. Each address that its data plainly names must have its place on the screen by them, as a
 * receiver or a holder, or be a token itself. What the called contract says of itself, or gives, explains nothing. Returns lists
 * of tokens, of each of which one must be known; undefined for a call that stays unread.
 */
const explain = (
  { to, reading }: Part,
  said: Said,
  { from, chainId }: Place,
  measured: Measured,
): Explained | undefined => {
  const unread = unreadIn({ to, reading }, { from, chainId })
  if (unread.length === 0) return explainRead(to, said, { from, chainId }, measured)
  const isRouter = /router$/i.test(contractName(to, chainId) ?? '')
  // Nobody can tell which step of several did what. A known router keeps no rights for anybody.
  if (reading.kind === 'multicall') {
    const isOwn = unread.every((part) => sameAddress(part.to, to))
    return isRouter && isOwn ? [] : undefined
  }
  const isKnown = (address: string) =>
    sameAddress(address, from) ||
    sameAddress(address, to) ||
    contractName(address as Address, chainId) !== undefined
  const { args, isGuess } = reading
  const names = namesIn(args, isGuess, isKnown)
  const isDark = names.isHidden || (args.length === 0 && 'bytes' in reading && reading.bytes > 4)
  const isLogged = strangersIn(said.logs, from).length > 0
  if (names.plain.length === 0 && !isDark && !isLogged) return []

  const reasons = measuredOf(to, said, from, measured)
  const wanted = [
    ...(isDark || isLogged ? [reasons] : []),
    ...names.plain.map((name) => {
      const shown = reasons.filter(({ parties }) => parties.some(isEqual(name)))
      const token = getAddress(name)
      return measured.tokens[token] ? [...shown, { token, parties: [token] }] : shown
    }),
  ]
  if (wanted.some((any) => any.length === 0)) return undefined
  return wanted.flatMap((any) => {
    const relied = any.flatMap(({ token }) => token ?? [])
    return relied.length < any.length ? [] : [[...new Set(relied)]]
  })
}

/**
 * Explains those of a plan's calls that nobody can read, or that log what nobody knows; `logs` of each call, where known. Undefined if one of
 * them does something that nothing explains.
 */
export const explainUnread = (
  plan: Plan,
  logs: readonly (readonly Log[])[],
  measured: Measured,
): Explained | undefined => {
  const { from, chainId } = plan
  const grants = logs.map((each) => grantKeys(each, from))
  const [once, shared] = [new Set<string>(), new Set<string>()]
  for (const key of grants.flatMap((keys) => [...keys])) (once.has(key) ? shared : once).add(key)
  const found: Explained = []
  const { before, behind } = plan.own ?? { before: 0, behind: 0 }
  for (const [index, call] of plan.calls.entries()) {
    const { to, data } = call
    // By their place alone: a call of the site may look like one of the wallet's.
    const isOwn = index < before || index >= plan.calls.length - behind
    if (isOwn || !to || size(data) === 0) continue
    const reading = readOnce(call, from, chainId)
    const own = { logs: logs[index] ?? [], grants: grants[index] ?? new Set<string>(), shared }
    const why = explain({ to, reading }, own, plan, measured)
    if (!why) return undefined
    found.push(...why)
  }
  return found
}
