import { numberToHex, type Hex } from 'viem'
import { deadlineAt, lockedCalls, siteIndex } from '../batch/batchTransaction'
import type { Paid, Replacing } from '../batch/world'
import type { Batch } from '../db'
import { encodeOnce } from '../delegate/encodeOnce'
import type { Outcome, Part } from '../db/outcome'
import { openingsOf } from '../lock/hooks'
import { highestFee, priceNow } from '../network/feeOffer'
import { knownGasCap } from '../network/gasCap'
import { request } from '../network/node'
import { entryPoint } from '../sponsor/entryPoint'
import { min } from '../values/bigint'
import { withCharge } from './charged'
import { idle, settled, told } from './confirmRun'
import { simulateCallsAlone } from './fallback'
import { estimateL1Fee } from './l1Fee'
import { mentionsInCalls } from './mentions'
import type { Plan } from './plan'
import type { Pricing } from './pricing'
import type { SimulatedPlan } from './quote'
import { readSetOf } from './readSetOf'
import { joined, lacks, nothing, wantAsset, wantGrant, type ReadSet } from './readSet'
import { saidPayees } from './parts'
import { oneByOne, runLogs, runWithReads, sentOf, type ObservedRun } from './runWithReads'
import { pricedScene } from './run'
import { simulationFailure } from './simulateV1'
import { readSurroundings } from './surroundings'
import { sceneOf } from './unminedBatches'

/** The most runs of one look, each with what the one before it named or without what comes after a failure. */
const turns = 4

/**
 * Simulates an approved batch at the pre-confirmed state, with the gas limits and fees that were approved: all
 * of it, or, of calls in order, only the call `index` if that is not the first. `instead`: as the transaction that
 * replaces another, at its fees. Throws if the node is silent or asks to slow down.
 */
export const simulateBatch = async (
  batch: Batch,
  index: number,
  instead?: Replacing,
  paid?: Paid,
): Promise<Outcome> => {
  const { chainId, from, mode, delegate, upgrade, replaces = null, gas, sponsor } = batch
  const isOne = mode === 'sequence' && index > 0
  const calls = isOne
    ? batch.calls.slice(index, index + 1)
    : lockedCalls(batch, (instead ?? paid)?.deadline ?? deadlineAt(Date.now()))
  const cap = await knownGasCap(chainId)
  const plan: Plan = {
    chainId,
    from,
    calls,
    ahead: [],
    mode: isOne ? 'one' : mode,
    delegate,
    upgrade,
    own: { before: openingsOf(batch.locks).length, behind: batch.locks?.length ?? 0 },
    ...(sponsor ? { caller: entryPoint } : {}),
  }
  const limits = isOne ? gas.slice(index, index + 1) : gas
  const alone = await foreseen(plan, limits, batch, index, instead).catch((error: unknown) => {
    const trouble = simulationFailure(error)
    if (trouble === 'busy' || trouble === 'silence') throw error
    return simulateCallsAlone(plan, cap)
  })
  const found = paid
    ? await withCharge(
        plan,
        paid.operation,
        paid.hash,
        await pricingNow(plan, batch, instead),
        alone,
        true,
      )
    : alone
  const failed = found.failing?.index ?? null
  // Around the site's calls are those of the locks, which no screen numbers.
  const failing =
    failed === null ? null : isOne ? failed : siteIndex(batch.calls, batch.locks, failed)
  return {
    mode,
    delegate,
    upgrade,
    replaces,
    verdict: found.verdict,
    failing: failing === null ? null : failing + (isOne ? index : 0),
    recipients: [],
    changes: found.changes,
    payees: found.payees,
    allowances: found.allowances,
    unchecked: found.unchecked,
  }
}

const foreseen = async (
  plan: Plan,
  gas: readonly Hex[],
  batch: Batch,
  index: number,
  instead: Replacing | undefined,
): Promise<SimulatedPlan> => {
  const { from, chainId, mode, calls } = plan
  const isLater = batch.mode === 'sequence' && index > 0
  const cap = await knownGasCap(chainId)
  const pricing = await pricingNow(plan, batch, instead)
  const named = mentionsInCalls(calls, from, chainId, plan.own)
  const scene = pricedScene(sceneOf(plan, cap), pricing)
  const single =
    mode === 'atomic'
      ? oneByOne({ ...scene, pricing: undefined, place: instead && scene.place }, calls)
      : undefined
  // Nobody awaits this promise if the run below throws: its rejection is ignored.
  single?.catch(() => undefined)
  const sent = sentOf(plan, from, cap, gas)
  let wants = joined(acceptedReads(batch, index), named)
  let count = sent.length
  let short: ObservedRun | undefined
  for (let turn = 1; ; turn++) {
    const look = await runWithReads(scene, sent.slice(0, count), wants)
    const apart = await single
    const overspent = look.runs.find((run) => run.short !== undefined)?.short
    // As in the quote, the call that sends more than there is does not run: nobody could pay for its gas.
    if (overspent !== undefined) short = look
    const failed = look.outcomes.findIndex(({ status }) => status === 'fails')
    // Calls after a failed one never run.
    const end = overspent ?? (failed < 0 ? count : failed + 1)
    const more = readSetOf(look, wants, plan)
    if (turn < turns && end > 0 && (end < count || lacks(look.wants, more))) {
      ;[count, wants] = [end, more]
      continue
    }
    const outcomes = [...look.outcomes, ...(short?.outcomes.slice(look.outcomes.length) ?? [])]
    const found = settled(plan, {
      look: { ...look, outcomes },
      single: apart?.outcomes ?? outcomes,
    })
    // Nothing runs that could tell a price of nothing from the real one.
    if (end === 0) return { ...found, ...idle(plan, look), unchecked: [], gas: [...gas] }
    const all = await told(
      plan,
      // A later call has its own part of what was accepted, of which the other block says nothing.
      isLater ? undefined : scene,
      look,
      { ...found, gas: [...gas] },
      apart?.logs ?? [],
    )
    const isIdle = found.verdict === 'fails' && (mode !== 'sequence' || found.failing?.index === 0)
    if (isIdle) return { ...all, changes: [], payees: [], allowances: [] }
    // The accepted part of a later call has its payees by logs alone.
    return isLater ? { ...all, payees: saidPayees(runLogs(look), all.changes, from) } : all
  }
}

/** Returns the reads for what the user accepted, so that one run is enough where nothing has changed. */
const acceptedReads = ({ expected, calls }: Batch, index: number): ReadSet => {
  const wants = nothing()
  if (typeof expected !== 'object') return wants
  const part = index > 0 ? expected.parts?.each.at(index - calls.length) : undefined
  const { changes, allowances }: Pick<Part, 'changes' | 'allowances'> = part ?? expected
  for (const { asset } of changes)
    if (asset.standard !== 'native')
      wantAsset(wants, { asset, isNamed: true, isCalled: false, net: 0n })
  for (const { standard, token, spender } of allowances)
    if (standard === 'ERC20' || standard === 'Permit2')
      wantGrant(wants, { standard, token, spender }, {})
  return wants
}

/**
 * Returns the approved fees, or those of the replacement, as they are paid in the block that would come; a lower
 * base fee if that is above them.
 */
const pricingNow = async (
  { chainId, from, calls, mode, delegate, upgrade }: Plan,
  batch: Batch,
  { fees = batch.fees, replaced = [] }: Partial<Replacing> = {},
): Promise<Pricing> => {
  const data = mode === 'atomic' ? [encodeOnce(calls, delegate)] : calls.map((call) => call.data)
  const [block, { surroundings }, l1Fee] = await Promise.all([
    request(chainId, 'eth_getBlockByNumber', ['pending', false]),
    readSurroundings(chainId, from, replaced),
    estimateL1Fee(chainId, data, upgrade),
  ])
  const { baseFeePerGas } = (block ?? {}) as { baseFeePerGas?: Hex }
  // The batch waits in the pool until the base fee is within its fees.
  const baseFee = baseFeePerGas && numberToHex(min(BigInt(baseFeePerGas), highestFee(fees)))
  const { gasLimit, prevRandao, ...seen } = surroundings
  return {
    fees: { gasPrice: numberToHex(priceNow(fees, baseFee)) },
    block: {
      ...(baseFee ? { baseFeePerGas: baseFee } : {}),
      ...(gasLimit ? { gasLimit } : {}),
      ...(prevRandao ? { prevRandao } : {}),
    },
    ...seen,
    l1Fee,
  }
}
