import { append } from '@/lib/batch/journal'
import { createWatch } from '@/lib/batch/watch'
import type { World } from '@/lib/batch/world'
import { askEvery } from '@/lib/network/everyNode'
import { request } from '@/lib/network/node'
import { askSecond, hasSecond } from '@/lib/network/secondRpc'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import { composeWallet } from '../harness/wallet.ts'
import { locks, signWithKnownKeys } from '../harness/world.ts'
import type { Activity } from './activity.ts'
import type { Clock } from './clock.ts'

/** How often the browser's alarm wakes the wallet, in ms. */
const alarm = 30_000

/** Wraps the world that the wallet gets, to listen to it or to break it on purpose. */
export type Change = (world: World) => World

/** Starts the wallet, with its real HTTP client and watch, in a world whose clock the test moves. */
export const startClockedWallet = (clock: Clock, activity: Activity, change: Change) => {
  let later = false
  const wallet = composeWallet({
    world: change({
      request,
      every: askEvery,
      simulate: simulateBatch,
      second: { has: hasSecond, ask: askSecond },
      sign: (from, signing) => activity.during(() => signWithKnownKeys(from, signing)),
      append: (key, events, at) => activity.during(() => append(key, events, at)),
      ...locks(),
      now: clock.now,
      wait: clock.sleep,
    }),
    watch: (world, runner) =>
      createWatch(world, runner, (need) => {
        ;({ later } = need)
      }),
  })
  const ring = () => {
    if (later) void wallet.watch.wake()
    clock.after(alarm, ring)
  }
  clock.after(alarm, ring)
  return wallet
}
