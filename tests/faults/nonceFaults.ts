import { parseGwei, type Hex } from 'viem'
import { takeBack } from './chainFaults.ts'
import { whole, type Column, type Outcome, type Phase } from './columns.ts'
import type { Fault } from './fault.ts'
import type { Scene } from './faultScene.ts'

/** Fees in wei above those of a batch, so that every pool prefers them. */
const dear = { maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('5') }

/** Signs a transaction at the nonce of the batch's transaction, as another wallet with the key does. */
export const rival = async ({ alice, node, signed, column }: Scene): Promise<Hex> => {
  const nonce = (await signed())[column.target]?.nonce ?? (await alice.nonce(node()))
  return alice.sign({ nonce, ...dear })
}

/** Frees the nonce of the batch's transaction: drops it from the pool, or reorgs its block away. */
export const makeRoom = async (scene: Scene): Promise<void> => {
  const { phase, node, signed, column, reader, height } = scene
  const hash = (await signed())[column.target]?.hash
  if ((phase === 'pre-confirmed' || phase === 'sent') && hash) await node().faults.drop(hash)
  if (phase !== 'sealed' && phase !== 'until final') return
  const depth = Number((await reader().block('latest')).number) - height
  await takeBack(scene, column.target === 1 ? depth - 1 : depth)
}

/** Returns the outcome of a batch whose target lost its nonce: earlier calls, and later ones already sent. */
export const without = ({ mode, target }: Column, phase: Phase): Outcome => {
  if (mode === 'atomic') return { status: 400, paid: [0, 0, 0], nonces: 1 }
  const isEarly = phase === 'before signing' || phase === 'at send' || phase === 'sent'
  const later = isEarly ? 0 : phase === 'until final' ? 2 : 1
  const paid = [0, 1, 2].map((call) =>
    Number(call < target || (call > target && call <= target + later)),
  )
  const took = paid.filter(Boolean).length
  return { status: took > 0 ? 600 : 400, paid, nonces: took + 1 }
}

/** Faults by another wallet with the same key. */
export const nonceFaults: Fault[] = [
  {
    name: 'another wallet took the nonce',
    fits: () => true,
    strike: async (scene) => {
      const { phase, node, reader } = scene
      const raw = await rival(scene)
      // In the pool a replacement transaction with higher fees is enough.
      if (phase !== 'sent') await makeRoom(scene)
      await reader().submit(raw)
      await (phase === 'before signing' || phase === 'at send' ? node().seal() : node().refresh())
    },
    expect: (column, phase) => {
      if (phase !== 'before signing') return without(column, phase)
      const { nonces, ...rest } = whole(column)
      return { ...rest, nonces: nonces + 1 }
    },
  },
  {
    name: 'another wallet waits at the nonce',
    fits: (_column, phase) => phase === 'before signing' || phase === 'at send',
    strike: async (scene) => {
      await scene.reader().submit(await rival(scene))
    },
    expect: without,
  },
]
