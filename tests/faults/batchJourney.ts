import type { Batch } from '@/lib/db'
import { requestDropped } from '../chain/faults.ts'
import type { Phase } from './columns.ts'
import { refresh, type Scene } from './faultScene.ts'

/** Time for the wallet to see what is new and to do what follows, in ms. */
const look = 2 * refresh

/** Rounds in which a chain goes on: how long each takes, in ms, past the longest wait before bytes go out again. */
const rounds = [look, look, look, look, 5_000, 5_000, 10_000, 20_000, 40_000]

/** Blocks after which a block before them is final. */
const untilFinal = 10

/** Past the next alarm, in ms, where nothing else looks any more. */
const alarm = 31_000

/** Lets the chain go on until every batch has ended, or could have by far. */
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

/** Takes a batch from its approval to the end; `strike` is what goes wrong at the scene's phase. */
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
