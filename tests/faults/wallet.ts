import { mnemonicToAccount } from 'viem/accounts'
import { append } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { createWatch } from '@/lib/batch/watch'
import type { World } from '@/lib/batch/world'
import { signTransaction } from '@/lib/keyring/sign'
import { suggestFees } from '@/lib/network/fees'
import { request } from '@/lib/network/node'
import { askSecond, hasSecond } from '@/lib/network/secondRpc'
import { simulateBatch } from '@/lib/simulate/verdict'
import { development } from '../chain/development.ts'
import { locks } from '../crash/world.ts'
import type { Activity } from './activity.ts'
import type { Clock } from './clock.ts'

/** How often the browser's alarm wakes the wallet, in ms. */
const alarm = 30_000

const keyOf = (addressIndex: number) => {
  const account = mnemonicToAccount(development.phrase, { addressIndex })
  return { address: account.address, key: account.getHdKey().privateKey ?? new Uint8Array() }
}

const keys = [keyOf(0), keyOf(1)]

/** What becomes of the world before the wallet gets it: a watcher's ear, or a mutation. */
export type Change = (world: World) => World

/** The background's runner and watch as it makes them, in a world whose clock is moved by hand. */
export const startWallet = (clock: Clock, activity: Activity, change: Change) => {
  let later = false
  const world = change({
    request,
    simulate: simulateBatch,
    second: { has: hasSecond, ask: askSecond },
    sign: (from, signing) =>
      activity.during(async () => {
        const key = keys.find(({ address }) => address === from)?.key
        return key && signTransaction(new Uint8Array(key), signing)
      }),
    append: (key, events, at) => activity.during(() => append(key, events, at)),
    lock: locks(),
    now: clock.now,
    wait: clock.sleep,
  })
  const runner = createRunner(world, suggestFees)
  const watch = createWatch(world, runner, (need) => {
    ;({ later } = need)
  })
  const ring = () => {
    if (later) void watch.wake()
    clock.after(alarm, ring)
  }
  clock.after(alarm, ring)
  return { runner, watch }
}
