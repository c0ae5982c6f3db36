import {
  numberToHex,
  parseTransaction,
  type Hash,
  type Hex,
  type TransactionSerializable,
} from 'viem'
import { roomOf } from '../lock/room'
import { max, min } from '../values/bigint'
import type { Batch, Fees } from '../db'
import type { Event } from '../db/batchEvent'
import type { Difference } from '../db/outcome'
import { highestFee } from '../network/feeOffer'
import { isOnDevice } from '../devices/isOnDevice'
import { burnCall } from '../sponsor/operationOutcome'
import { coinAlone } from './batchRequest'
import { hasFailed, openTransactions, speedable } from './machine'
import { livePlaces } from './journal'
import { heldNonces, nextNonce } from './nonce'
import type { State, Transaction } from './state'
import { authorizedBy, priceOf, signedEvent, transactionOf } from './batchTransaction'
import { delegateBefore } from './undo'
import type { World } from './world'

/** Gas limit of a cancellation: enough for an empty call, one authorization and any delegate's fallback. */
const cancelGas = 100_000n

/**
 * The price of a replacement that the user agreed to: the network's fees as they were shown, and the most
 * that the gas of all transactions may cost, in wei.
 */
export type ReplacementPrice = {
  fees: Fees
  ceiling: Hex
  /** Hash of the outcome that was shown with it, if the replacement was simulated. */
  seen?: Hash
}

/** Returns the fee plus an eighth and 1 wei: nodes require a fee bump of 10 % or 12.5 %. */
const dearer = (fee: bigint): bigint => (fee * 9n) / 8n + 1n

type Replaced = Pick<Transaction, 'kind' | 'raw'>

/** Returns the highest price that the coin's lock leaves room for, in wei per gas; a cancellation carries no lock. */
const roomFor = (batch: Batch, { kind }: Replaced): bigint | undefined =>
  kind === 'call' ? roomOf(batch) : undefined

/**
 * Returns fees (hex wei per gas) to replace a transaction: the current ones within the room that its lock leaves, at
 * least a fee bump above its own.
 */
export const replacementFees = (batch: Batch, one: Replaced, now: Fees): Fees => {
  // A gas price is the most and the tip: an upgrade has no gas price, and a node may show a base fee late.
  const { gasPrice = 0n, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(one.raw)
  const room = roomFor(batch, one)
  const within = (fee: Hex): bigint => (room === undefined ? BigInt(fee) : min(BigInt(fee), room))
  const most = dearer(maxFeePerGas ?? gasPrice)
  if ('gasPrice' in now) return { gasPrice: numberToHex(max(most, within(now.gasPrice))) }
  const fee = max(most, within(now.maxFeePerGas))
  const tip = max(dearer(maxPriorityFeePerGas ?? gasPrice), within(now.maxPriorityFeePerGas))
  return { maxFeePerGas: numberToHex(max(fee, tip)), maxPriorityFeePerGas: numberToHex(tip) }
}

/** False if the coin's lock could stop the transaction once its fee is bumped. */
export const hasRoom = (batch: Batch, one: Replaced): boolean => {
  const room = roomFor(batch, one)
  return room === undefined || highestFee(replacementFees(batch, one, { gasPrice: '0x0' })) <= room
}

/** A transaction that is to be replaced; `failures`: cancellations of it that reverted, so that the next has more gas. */
type Replaceable = Transaction & { failures?: number }

/**
 * Returns the transactions to be replaced, as what takes their place: Speed up replaces the first open one by
 * its like, Cancel each open call by an empty transaction.
 */
export const toReplace = (state: State, by: 'same' | 'cancel'): Replaceable[] => {
  if (by === 'same') {
    const first = speedable(state)
    return first ? [first] : []
  }
  const failures = state.transactions.filter((one) => hasFailed(state, one)).length
  return openTransactions(state)
    .filter(({ kind }) => kind === 'call')
    .map((one) => ({ ...one, kind: 'cancel', failures }))
}

/** The transaction that cancels a user operation, for good: it uses up the operation's nonce in the EntryPoint. */
const burn = { to: burnCall().to, value: 0n, data: burnCall().data }

const isBurn = (raw: Hex): boolean => parseTransaction(raw).data === burn.data

/**
 * Returns a replacement transaction at the same nonce: the same call with higher fees, or an empty
 * cancellation.
 */
const replacementOf = (batch: Batch, one: Replaceable, now: Fees): TransactionSerializable => {
  const { index, kind, nonce, raw, deadline, operation, failures = 0 } = one
  const fees = operation ? now : replacementFees(batch, one, now)
  if (operation || isBurn(raw)) {
    const gas = operation ? cancelGas * 2n ** BigInt(failures) : parseTransaction(raw).gas
    return { ...priceOf(fees), chainId: batch.chainId, nonce, ...burn, gas: gas ?? cancelGas }
  }
  if (kind === 'call') return transactionOf(batch, index, nonce, { fees, deadline })
  const { from, chainId } = batch
  return { ...priceOf(fees), chainId, nonce, to: from, value: 0n, data: '0x', gas: cancelGas }
}

/** Returns the most that the gas of a transaction can cost, in wei. */
const ceilingOf = ({ gas = 0n, gasPrice, maxFeePerGas }: TransactionSerializable): bigint =>
  gas * (maxFeePerGas ?? gasPrice ?? 0n)

const sum = (costs: readonly bigint[]): bigint => costs.reduce((all, one) => all + one, 0n)

/** Returns the most that the gas of replacements can cost, in wei. */
const costOf = (batch: Batch, replaced: readonly Replaceable[], now: Fees): bigint =>
  sum(replaced.map((one) => ceilingOf(replacementOf(batch, one, now))))

/** Returns the coin, in wei, that a call sends again where it does nothing else. */
const sentAgain = (
  { mode, calls, revokes }: Batch,
  { kind, index }: Transaction,
): bigint | undefined =>
  kind === 'cancel' || revokes
    ? undefined
    : coinAlone(mode === 'sequence' ? calls.slice(index, index + 1) : calls)

/** Leaves out user operations, which cost the account nothing. */
const sentOf = (replaced: readonly Transaction[]): Transaction[] =>
  replaced.filter(({ operation }) => !operation)

/** A price to agree to, in wei; `price`: of one gas; `sent`: coin that is sent where nothing else happens. */
export type ReplacementOffer = ReplacementPrice & {
  /** The most that the gas of what is to be replaced can cost. */
  before: bigint
  price: bigint
  sent: bigint | undefined
  /** Data of the transactions to be signed, and if one carries an authorization: a rollup charges for these bytes. */
  written: { data: Hex[]; upgrade: boolean }
  /** Differences of its outcome from what was approved, worse for the user. */
  changed?: Difference[]
}

/**
 * Returns the price of replacing transactions at the fees that the network asks now; `filling`: the most, in wei,
 * that filling the gap below them adds, by `fillers` empty transactions.
 */
export const offerReplacement = (
  batch: Batch,
  replaced: readonly Replaceable[],
  now: Fees,
  filling = 0n,
  fillers = 0,
): ReplacementOffer => {
  const [first] = replaced
  return {
    fees: now,
    ceiling: numberToHex(costOf(batch, replaced, now) + filling),
    before: sum(sentOf(replaced).map(({ raw }) => ceilingOf(parseTransaction(raw)))),
    price: sentOf(replaced)
      .map((one) => highestFee(replacementFees(batch, one, now)))
      .reduce(max, highestFee(now)),
    sent: first && sentAgain(batch, first),
    written: {
      data: [
        ...replaced.map((one) => replacementOf(batch, one, now).data ?? '0x'),
        ...Array.from({ length: fillers }, () => '0x' as const),
      ],
      upgrade: sentOf(replaced).some(({ upgrade }) => upgrade),
    },
  }
}

/**
 * Returns the nonce of a replacement. What cancels an operation takes the account's next one that no other batch has:
 * the operation's authorization may have used its own without the operation, or another batch has gone on with it.
 */
const nonceOf = async (
  world: World,
  batch: Batch,
  { nonce, raw, operation }: Transaction,
): Promise<number> => {
  const { chainId, from } = batch
  if (operation) return nextNonce(world, batch, true)
  if (!isBurn(raw)) return nonce
  const params = [from, 'latest']
  const [count, lane] = await Promise.all([
    world.request(chainId, 'eth_getTransactionCount', params).then(Number),
    livePlaces({ chainId, from }),
  ])
  const others = lane.filter((one) => one.batch.key !== batch.key)
  const isTaken = others.some(({ state }) => heldNonces(state).includes(nonce))
  return count > nonce || isTaken ? nextNonce(world, batch, true) : nonce
}

/**
 * Signs replacements and returns their events; 'locked' while the wallet cannot sign, 'device' while a device is asked
 * to. A cancellation also undoes an upgrade's authorization. Throws if they and `filling` (wei) can cost more than the
 * user agreed to.
 */
export const replacementEvents = async (
  world: World,
  batch: Batch,
  replaced: readonly Replaceable[],
  { fees, ceiling }: ReplacementPrice,
  filling = 0n,
): Promise<Event[] | 'locked' | 'device'> => {
  if (costOf(batch, replaced, fees) + filling > BigInt(ceiling))
    throw new Error('the replacement can cost more than was agreed to')
  const events: Event[] = []
  for (const one of replaced) {
    const { index, kind, deadline, operation } = one
    const nonce = await nonceOf(world, batch, one)
    // A transaction that cancels an operation uses the nonce of its authorization, which is then worth nothing.
    const upgrade = one.upgrade && !operation
    const authorize = kind === 'cancel' ? await delegateBefore(world, batch) : authorizedBy(batch)
    const until = kind === 'call' && deadline !== undefined ? { deadline } : {}
    const raw = await world.sign(batch.from, {
      transaction: replacementOf(batch, { ...one, nonce }, fees),
      ...(upgrade && authorize ? { authorize } : {}),
      about: { key: batch.key, kind: 'replacement', ...until },
    })
    if (!raw) return (await isOnDevice(batch.from)) ? 'device' : 'locked'
    events.push(signedEvent(raw, { index, kind, nonce, upgrade, ...until }))
  }
  return events
}
