import { startStockBundler } from '../chain/stockBundler.ts'
import { coin, openBed, type Bed } from './sponsorBed.ts'
import { flows, type Flow } from './sponsoredFlows.ts'
import { stockFlows } from './stockFlows.ts'
import { judge } from './operationJudge.ts'
import { countEffects, tryKill, type Kill } from './kills.ts'
import { services, tryService } from './hostileServices.ts'

/** Findings of a run. */
export type Figures = {
  flows: number
  services: number
  wrong: number
  kills: number
  lost: number
  doubled: number
  wrongStatus: number
  /** Wei that accounts paid though somebody else was to pay. */
  paid: bigint
}

/** The parts of a run: flows and services by name, and every so manyth kill; none with `Infinity`. */
export type Part = { isMeant: (name: string) => boolean; everyKill: number }

const all: Part = { isMeant: () => true, everyKill: 1 }

/** Opens a chain of its own for a stock bundler, which keeps in mind what it has seen of it. */
const withStockBundler = async (act: (bed: Bed) => Promise<void>): Promise<void> => {
  const started: Awaited<ReturnType<typeof startStockBundler>>[] = []
  const bed = await openBed(async (url) => {
    const bundler = await startStockBundler(url)
    started.push(bundler)
    return bundler.url
  })
  try {
    await act(bed)
  } finally {
    await Promise.all(started.map(({ stop }) => stop()))
    await bed.stop()
  }
}

/** Has sponsored batches run, by honest services and by others, and stops the worker at each effect. */
export const runSponsors = async (
  report: (line: string) => void = () => undefined,
  { isMeant, everyKill }: Part = all,
): Promise<Figures> => {
  const sum: Figures = {
    flows: 0,
    services: 0,
    wrong: 0,
    kills: 0,
    lost: 0,
    doubled: 0,
    wrongStatus: 0,
    paid: 0n,
  }
  const note = (name: string, problem: string | undefined) => {
    if (problem !== undefined) sum.wrong++
    report(`${name.padEnd(60)} ${problem === undefined ? 'as it should' : `✗ ${problem}`}`)
  }
  const follow = async (on: Bed, { name, isUpgraded, hasCoin, pays, expected, go }: Flow) => {
    const account = await on.newAccount(isUpgraded, hasCoin ? coin : 0n)
    sum.flows++
    const problem = await go(on, account).then(
      async (key) => {
        const { lost, doubled, wrongStatus, text } = await judge(on.url, key, expected)
        return lost || doubled || wrongStatus ? text : undefined
      },
      (error: unknown) => String(error),
    )
    if (!pays) sum.paid += await on.paidBy(account)
    note(name, problem)
  }
  const bed = await openBed()
  try {
    for (const flow of flows.filter(({ name }) => isMeant(name))) {
      await bed.reset()
      await follow(bed, flow)
    }
    for (const service of services.filter(({ name }) => isMeant(name))) {
      await bed.reset()
      sum.services++
      const { wrong, paid } = await tryService(bed, service)
      sum.paid += paid
      note(`a service that ${service.name}`, wrong)
    }
    for (const isUpgraded of everyKill === Infinity ? [] : [false, true]) {
      await bed.reset()
      const effects = await countEffects(bed, isUpgraded)
      report(`${isUpgraded ? 'an upgraded account' : 'with the upgrade'}: ${effects} effects`)
      const kills = Array.from({ length: effects }, (_, at) => at + 1).flatMap((at): Kill[] => [
        { at, moment: 'before' },
        { at, moment: 'after' },
      ])
      for (const kill of kills.filter((_, index) => index % everyKill === 0)) {
        await bed.reset()
        const { lost, doubled, wrongStatus, text, paid } = await tryKill(bed, isUpgraded, kill)
        sum.kills++
        sum.paid += paid
        if (lost) sum.lost++
        if (doubled) sum.doubled++
        if (wrongStatus) sum.wrongStatus++
        if (lost || doubled || wrongStatus) report(`✗ ${kill.moment} effect ${kill.at}: ${text}`)
      }
    }
  } finally {
    await bed.stop()
  }
  const stock = stockFlows.filter(({ name }) => isMeant(name))
  if (stock.length > 0)
    await withStockBundler(async (own) => {
      for (const flow of stock) {
        await own.forget()
        await follow(own, flow)
      }
    })
  return sum
}
