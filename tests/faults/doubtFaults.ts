import { refused, staleNonce, wrongChainId } from '../chain/faults.ts'
import { refusals } from '../chain/txpool.ts'
import { whole } from './columns.ts'
import type { Fault } from './fault.ts'
import { strikeFor } from './nodeFaults.ts'

const isOpen = (phase: string) => phase !== 'until final'

/** A pool that takes nothing from a delegated account for a while. */
const poolFault = (name: string, message: string): Fault => ({
  name,
  fits: (_column, phase) => phase === 'before signing' || phase === 'at send',
  strike: (scene) => strikeFor(scene, 'eth_sendRawTransaction', refused(message)),
  expect: whole,
})

/** What a node says that is not so, or that holds for now. */
export const doubtFaults: Fault[] = [
  poolFault('in-flight limit', refusals.inFlight),
  poolFault('gapped nonce', refusals.gapped),
  {
    name: 'stale nonce',
    // Nobody asks for it but to sign, and to verify an upgrade.
    fits: ({ upgrade }, phase) =>
      phase === 'before signing' || (upgrade && isOpen(phase) && phase !== 'at send'),
    strike: async (scene) => {
      const { node, run } = scene
      const fault = staleNonce(1)
      if (scene.phase === 'before signing')
        return strikeFor(scene, 'eth_getTransactionCount', fault)
      const disarm = node().faults.arm('eth_getTransactionCount', fault, { times: Infinity })
      await node().seal()
      await run(5_000)
      disarm()
    },
    // Signed for a nonce that was used long ago, unless a receipt of ours says that it was.
    expect: (column, phase) =>
      phase === 'before signing' && column.target === 0
        ? { status: 400, paid: [0, 0, 0], nonces: 0 }
        : whole(column),
  },
  {
    name: 'wrong chain id',
    fits: () => true,
    strike: async (scene) => {
      const { node, phase, column, judge } = scene
      const sent = () => node().requests().eth_sendRawTransaction ?? 0
      const before = sent()
      // Looks ask for it twice a minute at most, and alarms come as often.
      const ms = phase === 'before signing' || phase === 'at send' ? 5_000 : 65_000
      await strikeFor(scene, 'eth_chainId', wrongChainId(1), ms)
      // What was asked for less than a second before a signature may be relied on.
      const isKnown = column.target === 1 && phase === 'before signing'
      if (sent() > before && !isKnown) judge.wrong.push('sent to another chain')
    },
    expect: whole,
  },
]
