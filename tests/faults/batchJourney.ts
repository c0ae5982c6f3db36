import type { Batch } from '@/lib/db'
import { requestDropped } from '../chain/faults.ts'
import type { Phase } from './columns.ts'
import { refresh, type Scene } from './faultScene.ts'

/** Time in ms for the wallet to see a new block and act on it. */
const look = 2 * refresh

/** Length of each round in which the chain goes on, in ms; the last is longer than any backoff of a send. */
const rounds = [look, look, look, look, 5_000, 5_000, 10_000, 20_000, 40_000]

/** Number of blocks after which a block is final. */
const untilFinal = 10

/** Longer than the browser's alarm takes, in ms, once nothing else wakes the wallet. */
const alarm = 31_000

/** Lets the chain go on until every batch has ended, or all rounds and three alarms are over. */
const finish = async ({ isOpen, node, run }: Scene) => {
  for (const ms of rounds) {
    if (!(await isOpen())) return
    await node().refresh()
    await run(look)
    await node().seal()
    await run(look)
    if (await isOpen()) await run(ms)
  }
  await node().seal(untilFinal)
  for (let alarms = 0; alarms < 3 && (await isOpen()); alarms++) await run(alarm)
}

/** Takes a batch from its approval to its final block; `strike` breaks something at the scene's phase. */
export const journey = async (scene: Scene, strike: () => Promise<void>): Promise<Batch> => {
  const { phase, column, run, node } = scene
  const at = async (here: Phase) => {
    if (here === phase) await strike()
  }
  const batch = await scene.approve()
  if (column.target === 1) {
    scene.wake()
    await run(look)
    await node().seal()
  }
  await at('before signing')
  const isHeld = phase === 'at send'
  const letGo = isHeld
    ? node().faults.arm('eth_sendRawTransaction', requestDropped, { times: Infinity })
    : undefined
  scene.wake()
  await run(look)
  letGo?.()
  await at('at send')
  await at('sent')
  await node().refresh()
  await run(look)
  await at('pre-confirmed')
  await node().seal()
  await at('sealed')
  await finish(scene)
  if (phase === 'until final') {
    await strike()
    await run(alarm)
    await finish(scene)
  }
  await node().seal(untilFinal)
  await run(2 * alarm)
  return batch
}
