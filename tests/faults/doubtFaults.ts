import { refused, staleNonce, wrongChainId } from '../chain/faults.ts'
import { refusals } from '../chain/txpool.ts'
import { whole } from './columns.ts'
import type { Fault } from './fault.ts'
import { strikeFor } from './nodeFaults.ts'

const isOpen = (phase: string) => phase !== 'until final'

/** The node's pool refuses transactions for a while, as pools do for delegated accounts. */
const poolFault = (name: string, message: string): Fault => ({
  name,
  fits: (_column, phase) => phase === 'before signing' || phase === 'at send',
  strike: (scene) => strikeFor(scene, 'eth_sendRawTransaction', refused(message)),
  expect: whole,
})

/** Faults in which a node answers wrongly, or refuses for a while. */
export const doubtFaults: Fault[] = [
  poolFault('in-flight limit', refusals.inFlight),
  poolFault('gapped nonce', refusals.gapped),
  {
    name: 'stale nonce',
    // The wallet asks for the nonce only to sign, and to verify an upgrade.
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
    // The first transaction is signed for a used nonce; later ones know better by the receipt before them.
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
      // Looking asks for the chain's id at most twice a minute, and alarms come as often.
      const ms = phase === 'before signing' || phase === 'at send' ? 5_000 : 65_000
      await strikeFor(scene, 'eth_chainId', wrongChainId(1), ms)
      // An id that was asked for less than 1 s before a signature counts as known.
      const isKnown = column.target === 1 && phase === 'before signing'
      if (sent() > before && !isKnown) judge.wrong.push('sent to another chain')
    },
    expect: whole,
  },
]
