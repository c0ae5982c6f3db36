import { openBed } from './sponsorBed.ts'
import { flows } from './sponsoredFlows.ts'
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

/** The parts of a run: flows and services by name, and every so manyth kill. */
export type Part = { isMeant: (name: string) => boolean; everyKill: number }

const all: Part = { isMeant: () => true, everyKill: 1 }

/** Has sponsored batches run, by honest services and by others, and stops the worker at each effect. */
export const runSponsors = async (
  report: (line: string) => void = () => undefined,
  { isMeant, everyKill }: Part = all,
): Promise<Figures> => {
  const bed = await openBed()
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
  try {
    for (const { name, isUpgraded, expected, go } of flows.filter((flow) => isMeant(flow.name))) {
      await bed.reset()
      const account = await bed.newAccount(isUpgraded)
      sum.flows++
      const problem = await go(bed, account).then(
        async (key) => {
          const { lost, doubled, wrongStatus, text } = await judge(bed.url, key, expected)
          return lost || doubled || wrongStatus ? text : undefined
        },
        (error: unknown) => String(error),
      )
      // Who cancels pays, and is told so.
      if (expected !== 400) sum.paid += await bed.weiOf(account.from)
      note(name, problem)
    }
    for (const service of services.filter(({ name }) => isMeant(name))) {
      await bed.reset()
      sum.services++
      note(`a service that ${service.name}`, await tryService(bed, service).catch(String))
    }
    for (const isUpgraded of [false, true]) {
      await bed.reset()
      const effects = await countEffects(bed, isUpgraded)
      report(`${isUpgraded ? 'an upgraded account' : 'with the upgrade'}: ${effects} effects`)
      const kills = Array.from({ length: effects }, (_, at) => at + 1).flatMap((at): Kill[] => [
        { at, moment: 'before' },
        { at, moment: 'after' },
      ])
      for (const kill of kills.filter((_, index) => index % everyKill === 0)) {
        await bed.reset()
        const { lost, doubled, wrongStatus, text } = await tryKill(bed, isUpgraded, kill)
        sum.kills++
        if (lost) sum.lost++
        if (doubled) sum.doubled++
        if (wrongStatus) sum.wrongStatus++
        if (lost || doubled || wrongStatus) report(`✗ ${kill.moment} effect ${kill.at}: ${text}`)
      }
    }
  } finally {
    await bed.stop()
  }
  return sum
}
