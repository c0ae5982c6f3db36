import {
  html,
  replyDropped,
  requestDropped,
  serverError,
  silence,
  tooManyRequests,
  type Fault as NodeFault,
} from '../chain/faults.ts'
import { whole } from './columns.ts'
import type { Fault } from './fault.ts'
import type { Scene } from './faultScene.ts'

/** How long a node is out of order, in ms: until after bytes went out again, and 40 s are waited for. */
const outage = 5_000
const longOutage = 30_000

/** Strikes all requests of a method for a while; one that strikes none has shown nothing. */
export const strikeFor = async (
  { node, run, judge, wake }: Scene,
  method: string,
  fault: NodeFault,
  ms = outage,
): Promise<void> => {
  let struck = 0
  const when = () => {
    struck++
    return true
  }
  const disarm = node().faults.arm(method, fault, { times: Infinity, when })
  wake()
  await run(ms)
  disarm()
  if (struck === 0) judge.wrong.push('the fault struck nothing')
}

const nodeFault = (name: string, fault: NodeFault, ms = outage): Fault => ({
  name,
  fits: () => true,
  strike: async (scene) => {
    const { phase, judge } = scene
    if (phase === 'at send') return strikeFor(scene, 'eth_sendRawTransaction', fault, ms)
    const before = judge.path.at(-1)
    await strikeFor(scene, '*', fault, ms)
    if (judge.path.at(-1) !== (before ?? judge.path[0]))
      judge.wrong.push(`${judge.path.at(-1)} though the node gave no answer`)
  },
  expect: whole,
})

/** The node does not answer as it should: nothing follows from that but to ask again. */
export const nodeFaults: Fault[] = [
  nodeFault('request dropped', requestDropped),
  nodeFault('reply dropped', replyDropped),
  nodeFault('HTTP 429', tooManyRequests),
  nodeFault('HTTP 500', serverError),
  nodeFault('HTML for JSON', html),
  nodeFault('40 s of silence', silence(40_000), longOutage),
]
