import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { endSession, runTrials } from './runTrials.ts'
import { startSession } from './session.ts'
import {
  ensureBuilt,
  extensionFor,
  startChains,
  stopChains,
  testBuild,
} from '../e2e/support/stage.ts'
import { serveDapp } from '../e2e/support/site.ts'
import { onEnd, runToEnd } from '../../scripts/cleanup.ts'

const whole = (name: string, value: string | undefined, preset: number) => {
  if (value === undefined) return preset
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new Error(`--${name} is ${value}; it must be a whole number of at most nine digits.`)
}

const readOptions = () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { seed: text, stops: text, kills: text } })
  return {
    seed: whole('seed', values.seed, randomInt(1e9)),
    stop: whole('stops', values.stops, 100),
    kill: whole('kills', values.kills, 30),
  }
}

await runToEnd(async () => {
  const { seed, ...counts } = readOptions()
  console.log(`seed ${seed}`)
  await ensureBuilt(testBuild('chrome'))
  const chains = await startChains()
  onEnd(() => stopChains(chains))
  const extension = await extensionFor('chrome', chains)
  onEnd(() => rm(extension, { recursive: true }))
  const dapp = await serveDapp()
  onEnd(dapp.stop)
  const bench = { chains, dapp, extension, session: await startSession(extension, dapp) }
  onEnd(() => endSession(bench))
  const { trials, lost, doubled, wrong } = await runTrials(bench, seed, counts, console.log)
  console.log(`trials ${trials} lost ${lost} doubled ${doubled} wrong-status ${wrong}`)
  return lost + doubled + wrong > 0 ? 1 : 0
})
