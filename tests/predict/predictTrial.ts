import type { Address } from 'viem'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import type { Call } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { chainId, type OddChain } from './oddChain.ts'
import { firstGlance } from '../unit/components/firstGlance.ts'
import {
  compareAllowances,
  compareChanges,
  compareEnd,
  compareGas,
  measuredChanges,
} from './compare.ts'
import { compareGlance } from './compareGlance.ts'
import { compareParties, compareTokens } from './compareNames.ts'
import { compareReceivers, type Gains } from './compareReceivers.ts'
import type { Measure } from './measuredState.ts'
import { ranOf, tracesOf } from './ran.ts'
import { reasonWords } from './reasonWords.ts'
import { people, type Scenario } from './scenario.ts'
import { openWallet } from './predictWallet.ts'
import type { Way } from './ways.ts'

/** A defect put into a prediction on purpose, to see that the trials find it. */
export type Change = (quote: Quote, asked: BatchRequest, odd: OddChain) => Promise<Quote>

/** Judges another prediction, or another first glance, by what the same run measured. */
export type Judge = (quote: Quote, see?: (line: string) => string) => string[]

/**
 * A batch that was predicted and run; `judge` is missing where it broke. `isUnsaid`: it did otherwise than
 * predicted, and the prediction named nothing that it could not see.
 */
export type Trial = {
  name: string
  changes: number
  wrong: string[]
  isUnsaid: boolean
  isHostile?: boolean
  quote?: Quote
  judge?: Judge
}

const requestFor = (calls: Call[], { mode }: Way): BatchRequest => ({
  from: people.alice,
  chainId,
  calls,
  atomicRequired: mode === 'atomic',
})

const lowered = (key: string) =>
  key.toLowerCase().replace(/^(erc|permit)/, (kind) => (kind === 'erc' ? 'ERC' : 'Permit'))

/** Predicts a batch, runs it, and lists where the two differ. */
export const trial = async (
  { odd, measure }: { odd: OddChain; measure: Measure },
  scenario: Scenario,
  way: Way,
  change: Change = (quote) => Promise.resolve(quote),
): Promise<Trial> => {
  const { tools, chain } = odd
  const wrong: string[] = []
  const wallet = openWallet(odd)
  await odd.reset(way)
  await scenario.prepare?.(tools)
  await chain.refresh()

  const extras = (await scenario.extras?.(tools)) ?? []
  const mode = scenario.isAheadAtomic ? 'atomic' : 'sequence'
  const ahead = scenario.ahead && requestFor(scenario.ahead(tools), { ...way, mode })
  const first = ahead && (await wallet.approve(ahead, await quoteBatch(ahead, mode), 'before it'))
  const asked = requestFor(await scenario.calls(tools, way), way)
  const quote = await change(await quoteBatch(asked, way.mode, undefined, scenario.fee), asked, odd)
  if (quote.mode !== way.mode) throw new Error(`it cannot run ${way.name}`)
  if (first) await wallet.run(first)

  const height = await measure.client.getBlockNumber({ cacheTime: 0 })
  const batch = await wallet.approve(asked, quote, 'it')
  const status = await wallet.run(batch)
  const end = await measure.client.getBlockNumber({ cacheTime: 0 })
  const hashes = (await wallet.signed(batch)).map(({ hash }) => hash)
  const ran = await ranOf(chain.anvilUrl, way.mode === 'atomic', hashes)
  const before = await measure.read(height, end, extras)
  const after = await measure.read(end, end, extras)
  const measured = measuredChanges(before, after, await measure.gasOf(people.alice, height, end))

  const { fails } = scenario
  const meant = (typeof fails === 'function' ? fails(way) : fails) ?? null
  if (ran.failed !== meant) wrong.push(`the trial itself: failed at ${ran.failed}, not ${meant}`)
  const known = [...measured.values()].filter((change) => change !== undefined).length
  const isWhole = meant === null || (way.mode === 'sequence' && meant > 0)
  const hasEffect = isWhole && !scenario.isStill
  if (hasEffect !== known > 0) wrong.push(`the trial itself: ${known} changes`)
  if ((status === 200) !== (ran.failed === null)) wrong.push(`the wallet says ${status}`)
  const said = quote.failing ? reasonWords(quote.failing.reason) : ''
  if (meant !== null && scenario.reason && !scenario.reason.test(said))
    wrong.push(`reason “${said.slice(0, 200)}” is not ${scenario.reason}`)

  const { unchecked = [], isDrifting = false } = scenario
  // Steps of what drifts are small but at its turn, as of a time modulo 1000: then the quote may say so.
  const isTurning = isDrifting && quote.unchecked.includes('block')
  const unread = quote.unchecked.filter((what) => what !== 'block' || !isTurning)
  if (String([...unread].sort()) !== String([...unchecked].sort()))
    wrong.push(
      `unchecked: ${quote.unchecked.join() || 'nothing'}, not ${unchecked.join() || 'nothing'}`,
    )

  // Nothing is compared where the node could not look, as at a deployment, or where the block decides.
  const isBlind = unchecked.includes('changes') && unchecked.includes('allowances')
  const isOpen = unchecked.includes('block') || isTurning
  const isSaid = isBlind || isOpen
  const due = meant === null ? (scenario.allows?.(tools) ?? []) : []
  const traces = await tracesOf(chain.anvilUrl, hashes, people.alice)
  const left = new Map(
    [...measured].flatMap(([key, change]): [string, bigint][] =>
      change !== undefined && change < 0n ? [[key, -change]] : [],
    ),
  )
  const gains = new Map<string, Gains>()
  for (const key of left.keys())
    gains.set(
      key,
      key === 'ether'
        ? new Map([...traces.sent].filter(([, wei]) => wei > 0n))
        : await measure.gains(key, height, end),
    )
  const labels = new Map(
    await Promise.all(
      tokensIn([...measured.keys()], quote).map(
        async (address) => [address, await measure.labels(address, end)] as const,
      ),
    ),
  )
  const moved = tokensIn([...measured.keys()].filter((key) => measured.get(key) !== undefined))

  const { isSecret = false, disbelieved } = scenario
  const liar = disbelieved && tools.at(disbelieved).toLowerCase()
  const isBelieved = ([key]: readonly [string, unknown]) => !liar || !key.includes(liar)
  const shown = new Map([...measured].filter(isBelieved))
  const gone = new Map([...left].filter(isBelieved))
  const allowed = { ...after, allowances: new Map([...after.allowances].filter(isBelieved)) }
  const judge: Judge = (told, see = (line) => line) => {
    const lines = firstGlance(told, { ...asked, calls: asked.calls }).map(see)
    return [
      ...compareEnd(told, ran),
      ...(isOpen
        ? []
        : [
            ...compareGas(told, ran, traces.used, way),
            ...compareAllowances(told.allowances, before, allowed, due.map(lowered), traces.pulls),
          ]),
      ...compareParties(told, asked.calls, people.alice),
      ...compareTokens(told, labels, isSaid ? [] : moved),
      ...(isSaid
        ? []
        : [
            ...compareChanges(told.changes, shown, isDrifting),
            ...compareReceivers(told, gone, gains, isSecret),
            // A drifting amount is shown as it was at the look.
            ...(isDrifting
              ? []
              : compareGlance(lines, shown, isSecret ? new Map() : gains, labels)),
          ]),
    ]
  }
  const differs = judge(quote)
  wrong.push(...differs)
  return {
    name: `${scenario.name} | ${way.name}`,
    changes: known,
    wrong,
    isUnsaid: differs.length > 0 && quote.unchecked.length === 0,
    quote,
    judge,
  }
}

/** Addresses in lower case of the ERC-20 tokens among measured keys, and of those that a quote names. */
const tokensIn = (keys: readonly string[], quote?: Quote): Address[] => [
  ...new Set([
    ...keys.flatMap((key) => (key.startsWith('ERC20 ') ? [key.slice(6) as Address] : [])),
    ...Object.keys(quote?.tokens ?? {}).map((address) => address.toLowerCase() as Address),
  ]),
]
