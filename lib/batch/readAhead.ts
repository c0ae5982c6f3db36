import type { Address } from 'viem'
import type { Batch } from '../db'
import { executor } from '../delegate/executor'
import type { World } from './world'

/** How long in ms an answer that was asked for ahead may be used: as old as one is that a slow node gives. */
const fresh = 1_000

type Ask = World['request']

/** The methods and tags by which an account is read. */
const reads = [
  ['eth_getTransactionCount', 'pending'],
  ['eth_getTransactionCount', 'latest'],
  ['eth_getCode', 'pending'],
] as const

/** The questions that signing asks of contracts: the executor of an upgrade, and what checks the locks. */
const contractsOf = ({ upgrade, checkers = [] }: Batch): Address[] => [
  ...(upgrade ? [executor] : []),
  ...checkers.map(({ address }) => address),
]

type Asked = { answer: Promise<unknown>; at: number }

/**
 * Asks a node, from the click on Approve on, for what signing reads: the account's code and its transaction counts.
 * Thus the answers come while the decision is being written. Each is used once, within 1 s, and none once anything has
 * happened to a batch, as that may have changed them.
 */
export const createReadAhead = (world: Pick<World, 'request' | 'now' | 'wait'>) => {
  const asked = new Map<string, Asked>()

  const begin = (...question: Parameters<Ask>): void => {
    const answer = world.request(...question)
    // Whoever signs is told the failure.
    answer.catch(() => undefined)
    asked.set(JSON.stringify(question), { answer, at: world.now() })
  }

  const take = (question: Parameters<Ask>): Promise<unknown> | undefined => {
    const key = JSON.stringify(question)
    const found = asked.get(key)
    asked.delete(key)
    return found && Math.abs(world.now() - found.at) < fresh ? found.answer : undefined
  }

  return {
    /** Begins to read what the next transaction of an account is signed with. */
    begin: ({ chainId, from }: Pick<Batch, 'chainId' | 'from'>): void => {
      asked.clear()
      for (const [method, tag] of reads) begin(chainId, method, [from, tag])
    },

    /** Begins to read the contracts without which a batch is not signed. */
    beginContracts: (batch: Batch): void => {
      for (const address of contractsOf(batch))
        begin(batch.chainId, 'eth_getCode', [address, 'latest'])
    },

    /** True once every answer and `also` are there; false if one fails, or takes more than `most` ms from now on. */
    isHere: (most: number, also: Promise<unknown>): Promise<boolean> =>
      Promise.race([
        Promise.all([also, ...[...asked.values()].map(({ answer }) => answer)]).then(
          () => true,
          () => false,
        ),
        world.wait(most).then(() => false),
      ]),

    /** Returns the answer that was asked for ahead. Rejects if there is none that may be used: nothing is asked. */
    here: (...question: Parameters<Ask>): Promise<unknown> =>
      take(question) ?? Promise.reject(new Error('not asked ahead')),

    /** Returns the answer that was asked for ahead, or asks now. Throws what the node throws. */
    request: (...question: Parameters<Ask>): Promise<unknown> =>
      take(question) ?? world.request(...question),

    /** Drops every answer: something has happened to a batch. */
    clear: (): void => asked.clear(),
  }
}
