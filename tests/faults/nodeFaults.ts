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

/** Length of an outage, in ms: longer than the first backoff of a send, and long for a silence of 40 s. */
const outage = 5_000
const longOutage = 30_000

/** Strikes all requests of a method for `ms`. Notes an error if there were none: that would prove nothing. */
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

/** Faults in which a node gives no usable answer: the wallet may only retry. */
export const nodeFaults: Fault[] = [
  nodeFault('request dropped', requestDropped),
  nodeFault('reply dropped', replyDropped),
  nodeFault('HTTP 429', tooManyRequests),
  nodeFault('HTTP 500', serverError),
  nodeFault('HTML for JSON', html),
  nodeFault('40 s of silence', silence(40_000), longOutage),
]
