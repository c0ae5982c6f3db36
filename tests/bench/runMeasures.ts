import type { Measure, Row } from './measure.ts'
import { burst } from './measures/burst.ts'
import { gas } from './measures/gas.ts'
import { included } from './measures/included.ts'
import { idle } from './measures/idle.ts'
import { imported } from './measures/imported.ts'
import { inOrder } from './measures/inOrder.ts'
import { memory } from './measures/memory.ts'
import { firstScript } from './measures/firstScript.ts'
import { qr } from './measures/qr.ts'
import { reading } from './measures/reading.ts'
import { roundTrip } from './measures/roundTrip.ts'
import { sidePanel } from './measures/panel.ts'
import { send } from './measures/send.ts'
import { simulation } from './measures/simulation.ts'
import { size } from './measures/size.ts'
import { sponsored } from './measures/sponsored.ts'
import { stored } from './measures/stored.ts'
import { wake } from './measures/wake.ts'
import { approvalWindowPaint } from './measures/window.ts'
import type { Scene } from './scene.ts'

const measures: Measure[] = [
  size,
  reading,
  qr,
  memory,
  idle,
  firstScript,
  roundTrip,
  burst,
  wake,
  // Order matters: `send` upgrades the account by batches of several calls, so measures of a plain account
  // come before it.
  simulation,
  sponsored,
  imported,
  approvalWindowPaint,
  sidePanel,
  inOrder,
  send,
  included,
  // Has the account as it was before and after its upgrade.
  gas,
  stored,
]

/** Runs the measures whose names match, one after another. */
export const runMeasures = async (
  scene: Scene,
  named: RegExp,
  note: (name: string) => void,
): Promise<Row[]> => {
  const rows: Row[] = []
  for (const { name, run } of measures.filter((measure) => named.test(measure.name))) {
    note(name)
    rows.push(...(await run(scene, (part) => note(`${name}, ${part}`))))
  }
  return rows
}
