import { chainFaults } from './chainFaults.ts'
import { startChains, type Chains } from './faultChains.ts'
import type { Column, Phase } from './columns.ts'
import { delegateFaults } from './delegateFaults.ts'
import { doubtFaults } from './doubtFaults.ts'
import { placesOf, type Fault } from './fault.ts'
import { idFaults } from './idFaults.ts'
import { lockFaults } from './lockFaults.ts'
import { nodeFaults } from './nodeFaults.ts'
import { nonceFaults } from './nonceFaults.ts'
import { witnessFaults } from './witnessFaults.ts'
import { stumbleFaults } from './stumbleFaults.ts'
import { trial, type Result } from './faultTrial.ts'
import type { Change } from './clockedWallet.ts'

/** All faults, one for each row of the matrix. */
export const faults: readonly Fault[] = [
  ...nodeFaults,
  ...doubtFaults,
  ...stumbleFaults,
  ...chainFaults,
  ...nonceFaults,
  ...witnessFaults,
  ...delegateFaults,
  ...idFaults,
  ...lockFaults,
]

/** One cell of the matrix. */
export type Cell = Result & { fault: string; column: Column; phase: Phase }

/** Tries the faults for which `isMeant` is true, in every way and phase that fits. */
export const runMatrix = async (
  isMeant: (fault: Fault, column: Column, phase: Phase) => boolean,
  report: (cell: Cell) => void = () => undefined,
  change?: Change,
): Promise<Cell[]> => {
  const started = new Map<number, Chains>()
  const chainsOf = ({ chainId = 31337 }: Fault) => {
    const chains = started.get(chainId) ?? startChains({ chainId })
    started.set(chainId, chains)
    return chains
  }
  const cells: Cell[] = []
  try {
    for (const fault of faults)
      for (const { column, phase } of placesOf(fault)) {
        if (!isMeant(fault, column, phase)) continue
        const result = await trial(chainsOf(fault), fault, column, phase, change)
        const cell = { ...result, fault: fault.name, column, phase }
        cells.push(cell)
        report(cell)
      }
    return cells
  } finally {
    for (const chains of started.values()) await chains.stop()
  }
}
