import type { Address } from 'viem'
import type { Batch } from '../db'
import { executor } from '../delegate/executor'
import type { NodeQuestion } from '../network/rpcRequest'
import type { World } from './world'

/** How long in ms an answer that was asked for ahead may be used: as old as one is that a slow node gives. */
const fresh = 1_000

type Ask = World['request']

/** Facts of an approved batch that say what signing reads for it. */
export type Ahead = Pick<Batch, 'chainId' | 'from' | 'upgrade' | 'checkers'>

/** The contracts whose code signing reads: the executor of an upgrade, and what checks the locks. */
const contractsOf = ({ upgrade, checkers = [] }: Ahead): Address[] => [
  ...(upgrade ? [executor] : []),
  ...checkers.map(({ address }) => address),
]

/** All that signing asks a node: which chain it serves, the account's code and counts, and the code of contracts. */
const questionsOf = (batch: Ahead): NodeQuestion[] => [
  ['eth_chainId', []],
  ['eth_getBlockByNumber', ['0x0', false]],
  ['eth_getTransactionCount', [batch.from, 'pending']],
  ['eth_getTransactionCount', [batch.from, 'latest']],
  ['eth_getCode', [batch.from, 'pending']],
  ...contractsOf(batch).map((address): NodeQuestion => ['eth_getCode', [address, 'latest']]),
]

type Asked = { answer: Promise<unknown>; at: number }

/**
 * Asks a node, from the click on Approve on, for what signing reads, in one request where the node takes that. Thus the
 * answers come while the decision is being written. Each is used once, within 1 s, and none once anything has happened
 * to a batch, as that may have changed them.
 */
export const createReadAhead = (world: Pick<World, 'request' | 'together' | 'now' | 'wait'>) => {
  const asked = new Map<string, Asked>()

  const take = (question: Parameters<Ask>): Promise<unknown> | undefined => {
    const key = JSON.stringify(question)
    const found = asked.get(key)
    asked.delete(key)
    return found && Math.abs(world.now() - found.at) < fresh ? found.answer : undefined
  }

  return {
    /** Begins to read what the next transaction of a batch is signed with. */
    begin: (batch: Ahead): void => {
      asked.clear()
      const { chainId } = batch
      const questions = questionsOf(batch)
      const answers =
        world.together?.(chainId, questions) ??
        questions.map(([method, params]) => world.request(chainId, method, [...params]))
      for (const [index, answer] of answers.entries()) {
        // Whoever signs is told the failure.
        answer.catch(() => undefined)
        const key = JSON.stringify([chainId, ...(questions[index] ?? [])])
        asked.set(key, { answer, at: world.now() })
      }
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
