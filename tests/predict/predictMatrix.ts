import { useContractNames } from '@/components/calls/useContractNames'
import { openOddChain, type Habits } from './oddChain.ts'
import { openMeasure } from './measuredState.ts'
import type { Scenario } from './scenario.ts'
import { allowances } from './scenarios/allowances.ts'
import { collectibles } from './scenarios/collectibles.ts'
import { failing } from './scenarios/failing.ts'
import { liars } from './scenarios/liars.ts'
import { manyCalls } from './scenarios/manyCalls.ts'
import { markets } from './scenarios/markets.ts'
import { shops } from './scenarios/shops.ts'
import { surroundings } from './scenarios/surroundings.ts'
import { tokens } from './scenarios/tokens.ts'
import { transfers } from './scenarios/transfers.ts'
import { trial, type Change, type Trial } from './predictTrial.ts'
import { ways, type Way } from './ways.ts'

const scenarios: readonly Scenario[] = [
  ...transfers,
  ...tokens,
  ...allowances,
  ...collectibles,
  ...markets,
  ...failing,
  ...surroundings,
  ...shops,
  ...liars,
  ...manyCalls,
]

/** Batches with contracts that try to tell a simulation from the chain, or that turn on who called them. */
const hostile: readonly Scenario[] = [
  ...shops,
  ...liars,
  ...surroundings.filter(({ isStill }) => isStill !== true),
]

/** Number of trials after which a new chain is started: past 500 blocks anvil loses states. */
const trialsOfAChain = 40

type Place = { scenario: Scenario; way: Way; count: number }

const open = async (habits?: Habits) => {
  const odd = await openOddChain(habits)
  return { odd, measure: openMeasure(odd.chain.anvilUrl, odd.tools) }
}

/** True if a batch of `count` calls can run that way; rare ways are for scenarios that ask for them. */
const fits = ({ scenario, way, count }: Place): boolean =>
  (way.mode === 'one') === (count === 1) &&
  (scenario.isFor?.(way) ?? true) &&
  (!way.isRare || scenario.inEveryWay === true)

/** Predicts and runs every batch in every way that fits; `isMeant` picks a part by `scenario | way`. */
export const runMatrix = async (
  isMeant: (name: string) => boolean = () => true,
  report: (trial: Trial) => void = () => undefined,
  change?: Change,
  habits?: Habits,
): Promise<Trial[]> => {
  const trials: Trial[] = []
  // The screen is drawn without a browser, so that no effect would load them.
  await useContractNames.ahead()
  let place = await open(habits)
  try {
    for (const scenario of scenarios)
      for (const way of ways) {
        const name = `${scenario.name} | ${way.name}`
        if (!isMeant(name)) continue
        const count = (await scenario.calls(place.odd.tools, way)).length
        if (!fits({ scenario, way, count })) continue
        if (trials.length % trialsOfAChain === trialsOfAChain - 1 || count > 50) {
          await place.odd.stop()
          place = await open(habits)
        }
        const result = await trial(place, scenario, way, change).catch((error: unknown) => ({
          name,
          changes: 0,
          isUnsaid: false,
          wrong: [`it broke: ${error instanceof Error ? error.message : String(error)}`],
        }))
        const judged = { ...result, isHostile: hostile.includes(scenario) }
        trials.push(judged)
        report(judged)
      }
    return trials
  } finally {
    await place.odd.stop()
  }
}
