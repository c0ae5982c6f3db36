import { setTimeout as delay } from 'node:timers/promises'
import { onEnd, runToEnd } from '../../../scripts/cleanup.ts'
import { startChains, stopChains } from '../chains.ts'
import { serveDapp } from '../dapp.ts'
import { extensionUnderTest } from '../extension.ts'
import { restored } from '../restored.ts'
import { accounts } from './accounts.ts'
import { batches } from './batches.ts'
import { endFirefox, launchFirefox } from './browser.ts'
import type { Journey, Scene, Step } from './journey.ts'
import { hostile } from './hostile.ts'
import { networks } from './networks.ts'
import { newUser } from './newUser.ts'
import { sending } from './sending.ts'
import { settings } from './settings.ts'
import { signing } from './signing.ts'
import { sites } from './sites.ts'
import { stopped } from './stopped.ts'

const timeLimit = 240_000

const journeys: Record<string, Journey> = {
  'new user': newUser,
  batches,
  'background stopped': stopped,
  sending,
  signing,
  networks,
  sites,
  accounts,
  settings,
  hostile,
}

const words = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause ? [words(error.cause)] : [])].join('; ')
    : String(error)

const pastTheLimit = async () => {
  await delay(timeLimit)
  throw new Error(`it did not end within ${timeLimit / 1000} s`)
}

/** Prints a line for each step, and gives back whether all of them went well. */
const travel = async (name: string, journey: Journey, scene: Omit<Scene, 'firefox'>) => {
  let now = 'set up'
  let since = performance.now()
  const passed = () => {
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(`ok ${name}: ${now} (${seconds} s)`)
    since = performance.now()
  }
  const step: Step = async (title, run) => {
    if (now === 'set up') passed()
    now = title
    await run()
    passed()
  }
  try {
    const firefox = await launchFirefox(await extensionUnderTest('firefox'))
    const end = () => endFirefox(firefox)
    onEnd(end)
    await Promise.race([journey({ ...scene, firefox }, step), pastTheLimit()]).finally(end)
    return true
  } catch (error) {
    console.log(`not ok ${name}: ${now}: ${words(error)}`)
    return false
  }
}

/** Those whose name has the first argument in it; of `1/2`, every second one. */
const chosen = (wanted = '') => {
  const [half, halves] = wanted.split('/').map(Number)
  const all = Object.entries(journeys)
  if (half && halves) return all.filter((_, index) => index % halves === half - 1)
  return all.filter(([name]) => name.includes(wanted))
}

const run = async () => {
  const chains = await startChains()
  onEnd(() => stopChains(chains))
  const dapp = await serveDapp()
  onEnd(dapp.stop)
  const broken: string[] = []
  for (const [name, journey] of chosen(process.argv[2]))
    await restored(chains, async () => {
      if (!(await travel(name, journey, { chains, dapp }))) broken.push(name)
    })
  return broken.length > 0 ? 1 : 0
}

await runToEnd(run)
