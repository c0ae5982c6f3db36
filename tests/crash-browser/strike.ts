import { aimAtWorker, killBrowser } from '../e2e/support/chromium.ts'
import { request } from '../e2e/support/site.ts'
import type { Bench } from './bench.ts'
import type { Trial } from './plan.ts'
import { startAgain, unlockSession } from './session.ts'

/** Hooks of a run: `wait` resolves at the time of a strike, `look` reads the status once. */
type Run = { wait: (index: number) => Promise<void>; look: () => Promise<unknown> }

const aim = async ({ session: { wallet, sites } }: Bench) => {
  // A request starts the background if it is idle, so that there is one to stop.
  await request(sites.local, 'eth_chainId')
  const stop = await aimAtWorker(wallet.context, wallet.id)
  if (!stop) throw new Error('The background had stopped by itself.')
  return stop
}

/**
 * Stops the background at each moment; finds the first target in advance, so that this does not delay the
 * strike.
 */
export const stopper = async (bench: Bench, { moments }: Trial) => {
  const first = moments.length > 0 ? await aim(bench) : undefined
  return async ({ wait }: Run): Promise<number[]> => {
    const times: number[] = []
    for (const index of moments.keys()) {
      const stop = (index === 0 ? first : undefined) ?? (await aim(bench))
      await wait(index)
      times.push(Date.now())
      await stop()
    }
    return times
  }
}

/** Kills the browser at each moment; restarts it on its profile, reads the status while locked, unlocks. */
export const killer =
  (bench: Bench, { moments }: Trial) =>
  async ({ wait, look }: Run): Promise<number[]> => {
    const times: number[] = []
    let opening: Promise<unknown> = Promise.resolve()
    for (const index of moments.keys()) {
      await wait(index)
      times.push(Date.now())
      const { profile } = bench.session.wallet
      await killBrowser(profile)
      const session = await startAgain(bench.extension, bench.dapp, profile)
      bench.session = session
      opening = look().then(() => unlockSession(session))
      // Not awaited before another kill: a page that was about to open would never settle.
      opening.catch(() => undefined)
    }
    await opening
    return times
  }
