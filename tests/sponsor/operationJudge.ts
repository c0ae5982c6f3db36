import { decodeEventLog, toEventSelector, type Hex } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { stateOf } from '@/lib/batch/journal'
import { entryPoint } from '../chain/entryPoint.ts'
import { rpc } from '../chain/rpc.ts'
import { statusOf } from './sponsorBed.ts'

/** First topic of the event by which an operation ends. */
export const ended = toEventSelector(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)

type Log = { topics: [Hex, ...Hex[]]; data: Hex }

/** Verdict of the chain on a batch, by viem alone: how many of its operations ended, and how. */
const onChain = async (url: string, key: string): Promise<boolean[]> => {
  const { transactions } = await stateOf(key)
  const found: boolean[] = []
  for (const { hash, operation } of transactions) {
    if (!operation) continue
    const filter = { address: entryPoint, topics: [ended, hash], fromBlock: '0x0' }
    for (const { topics, data } of await rpc<Log[]>(url, 'eth_getLogs', [filter])) {
      const read = { abi: entryPoint08Abi, eventName: 'UserOperationEvent', topics, data } as const
      found.push(decodeEventLog(read).args.success)
    }
  }
  return found
}

/** A verdict on one batch: lost, if it should have run and did not; doubled; or with a status that is not the chain's. */
export type Verdict = { lost: boolean; doubled: boolean; wrongStatus: boolean; text: string }

/** Compares the status of a batch with its operation's event on the chain. `expected`: what the status has to be. */
export const judge = async (url: string, key: string, expected: number): Promise<Verdict> => {
  const [ran, { status }] = await Promise.all([onChain(url, key), statusOf(key)])
  const signed = (await stateOf(key)).transactions.filter(({ operation }) => operation).length
  const told = ran.length === 0 ? [100, 400] : [ran[0] === true ? 200 : 500]
  return {
    lost: expected === 200 && ran.length === 0,
    doubled: ran.length > 1 || signed > 1,
    wrongStatus: !told.includes(status) || status !== expected,
    text: `status ${status}, expected ${expected}, events ${JSON.stringify(ran)}, signed ${signed}`,
  }
}
