import { createRunner } from '@/lib/batch/runner'
import type { World } from '@/lib/batch/world'
import { suggestFees } from '@/lib/network/fees'
import { stranger } from '../unit/accounts.ts'
import { chainId, coin, run, unit, worldOf, type Account, type Bed } from './sponsorBed.ts'
import { approved } from './sponsoredFlows.ts'
import { judge, type Verdict } from './operationJudge.ts'

/** When a worker is stopped: before or after so many effects. */
export type Kill = { at: number; moment: 'before' | 'after' }

const never = () => new Promise<never>(() => undefined)

/** Counts the effects of a world, and stops all of it at one of them. */
const tapped = (whole: World & { sponsors: NonNullable<World['sponsors']> }, kill?: Kill) => {
  let count = 0
  const life = { isStopped: false }
  const isOver = () => life.isStopped
  let tell: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => (tell = resolve))
  const stop = (): Promise<never> => {
    life.isStopped = true
    tell()
    return never()
  }
  const tap =
    <Of extends unknown[], T>(act: (...of: Of) => Promise<T>) =>
    async (...of: Of): Promise<T> => {
      if (isOver()) return never()
      const isHere = ++count === kill?.at
      if (isHere && kill.moment === 'before') return stop()
      const result = await act(...of)
      if (isHere) return stop()
      return isOver() ? never() : result
    }
  const { final, send, sign, isUnlocked } = whole.sponsors
  const world: World = {
    ...whole,
    request: tap(whole.request),
    append: tap(whole.append),
    sponsors: { final: tap(final), send: tap(send), sign: tap(sign), isUnlocked },
  }
  return { world, stopped, isStopped: isOver, count: () => count }
}

const calls = (bed: Bed) => [
  bed.tokenCall('transfer', stranger, unit),
  bed.tokenCall('transfer', stranger, 2n * unit),
]

/** Works until nothing happens any more, as the watch does. */
const work = async (world: World): Promise<void> => {
  const runner = createRunner(world, suggestFees)
  for (let looks = 0; looks < 10; looks++) {
    await runner.advance()
    if (!(await runner.look(chainId))) return
  }
}

/** Counts the effects of a batch that nothing breaks. */
export const countEffects = async (bed: Bed, isUpgraded: boolean): Promise<number> => {
  const account = await bed.newAccount(isUpgraded)
  await approved(bed, account, calls(bed))
  const { world, count } = tapped(worldOf(account))
  await work(world)
  return count()
}

/** A verdict, and the coin that the account paid, in wei. */
type KillVerdict = Verdict & { paid: bigint }

/**
 * Stops the worker of a batch at one effect, and has another one go on; returns the verdict on what came of it. Throws
 * if the worker was never stopped: the trial would prove nothing.
 */
export const tryKill = async (bed: Bed, isUpgraded: boolean, kill: Kill): Promise<KillVerdict> => {
  // Who could pay itself shows that it did not; who has nothing shows that it need not.
  const account: Account = await bed.newAccount(isUpgraded, isUpgraded ? coin : 0n)
  const key = await approved(bed, account, calls(bed))
  const before = await bed.tokensOf(account.from)
  const { world, stopped, isStopped } = tapped(worldOf(account), kill)
  await Promise.race([work(world), stopped])
  if (!isStopped()) throw new Error(`the worker has no effect ${kill.at}`)
  await run(worldOf(account), key)
  const verdict = await judge(bed.url, key, 200)
  const spent = before - (await bed.tokensOf(account.from))
  return {
    ...verdict,
    lost: verdict.lost || spent < 3n * unit,
    doubled: verdict.doubled || spent > 3n * unit,
    paid: await bed.paidBy(account),
  }
}
