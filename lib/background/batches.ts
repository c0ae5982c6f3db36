import { wait } from '../async'
import { withDiskStatus } from '../batch/diskStatus'
import { append } from '../batch/journal'
import { createRunner } from '../batch/runner'
import { createSponsors } from '../batch/sponsors'
import { createWatch } from '../batch/watch'
import type { World } from '../batch/world'
import { askedFor, withDevices } from '../devices/signings'
import { stayAwake } from '../browser/keepAlive'
import { createEmitter } from '../db/emitter'
import type { Keyring } from '../keyring/keyring'
import { suggestFees } from '../network/fees'
import { askEvery } from '../network/everyNode'
import { request, requestTogether } from '../network/node'
import { askSecond, hasSecond } from '../network/secondRpc'
import { simulateBatch } from '../simulate/lookAgain'

/**
 * Runs and watches batches on the real networks, disk and clock; the signers sign with the vault's keys, and devices
 * with theirs.
 */
export const startBatches = ({
  sign,
  signOperation,
  isUnlocked,
}: Pick<Keyring, 'sign' | 'signOperation' | 'isUnlocked'>) => {
  let isDiskRefusing = false
  const diskChanged = createEmitter()
  const world: World = {
    request,
    together: requestTogether,
    every: askEvery,
    second: { has: hasSecond, ask: askSecond },
    simulate: simulateBatch,
    sign: withDevices(sign),
    asked: askedFor,
    sponsors: createSponsors(signOperation, isUnlocked),
    append: withDiskStatus(append, (isRefusing) => {
      isDiskRefusing = isRefusing
      diskChanged.emit()
    }),
    lock: (name, run) => navigator.locks.request(name, run),
    lockIfFree: (name, run) =>
      navigator.locks.request(name, { ifAvailable: true }, (lock) => run(lock !== null)),
    now: () => Date.now(),
    wait,
  }
  const runner = createRunner(world, suggestFees)
  return {
    runner,
    watch: createWatch(world, runner, stayAwake),
    /** True while the disk refuses the events of batches: nothing is sent then. */
    isDiskRefusing: () => isDiskRefusing,
    diskChanged,
  }
}
