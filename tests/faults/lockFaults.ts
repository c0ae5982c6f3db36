import { encodeFunctionData, erc20Abi } from 'viem'
import { taken, taker } from './account.ts'
import { whole } from './columns.ts'
import type { Fault } from './fault.ts'
import { makeRoom } from './nonceFaults.ts'

/** Faults in which the account has less than its lock demands, once the batch comes into a block. */
export const lockFaults: Fault[] = [
  {
    name: 'tokens taken by an older allowance',
    isLocked: true,
    // A final block stays.
    fits: ({ mode }, phase) => mode === 'atomic' && phase !== 'until final',
    strike: async (scene) => {
      const { alice, node, reader, phase } = scene
      if (phase !== 'before signing') await makeRoom(scene)
      const args = [alice.address, taker.address, taken] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
      await reader().send(taker, { to: node().contracts.usdc, data })
      await node().seal()
    },
    expect: (column) => ({ ...whole(column), status: 500, paid: [0, 0, 0] }),
  },
]
