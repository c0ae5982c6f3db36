import {
  encodeAbiParameters,
  numberToHex,
  pad,
  parseAbiParameters,
  type Hash,
  type Hex,
} from 'viem'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { operationFilter } from '@/lib/sponsor/operationOutcome'
import { toError } from '@/lib/rpc/errors'
import { alice, bob } from '../accounts'
import { hashOf } from './batches'
import { forgotten, openChain } from './fakeChain'
import { codeAnswers } from '../delegate/executorCode'

/** The nonce in the EntryPoint of the operations of these tests, as long as nothing has used it. */
const unused = 7

/** Data of `UserOperationEvent`: nonce, success, cost and gas. */
const eventData = (nonce: number): Hex =>
  encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [
    BigInt(nonce),
    true,
    1n,
    1n,
  ])

/** The EntryPoint's log about an operation. */
const logOf = (hash: Hash, nonce: number) => ({
  address: entryPoint,
  topics: [
    ...operationFilter([hash]).topics,
    pad(alice, { size: 32 }),
    pad(bob, { size: 32 }),
  ].flatMap((topic) => topic ?? []),
  data: eventData(nonce),
})

/**
 * Opens a fake chain of 200 blocks, 150 of them final, with an EntryPoint. A test sets the blocks that used a nonce of
 * its operations, the events of operations, and the oldest block whose state the node has.
 */
export const openEntryPoint = (place = openChain()) => {
  const { chain } = place
  const point = {
    /** Blocks in which a nonce of the account was used, once for each time. */
    uses: [] as number[],
    /** Operations that blocks have. */
    events: [] as { block: number; hash: Hash; nonce: number; transaction: Hash }[],
    /** Ranges of blocks in which events were looked for. */
    searches: [] as [number, number][],
    /** The most blocks that the node searches for events at once. */
    widest: Infinity,
  }
  const nonceAt = (tag: string): Hex => {
    const block = tag === 'latest' ? chain.latest : Number(tag)
    if (block < chain.remembers) forgotten()
    return numberToHex(unused + point.uses.filter((at) => at <= block).length, { size: 32 })
  }
  Object.assign(chain, { latest: 200, finalized: 150 })
  chain.answers = {
    ...codeAnswers(),
    eth_call: ([, tag]: [unknown, string]) => nonceAt(tag),
    eth_blockNumber: () => numberToHex(chain.latest),
    eth_getLogs: ([{ fromBlock, toBlock }]: [{ fromBlock: Hex; toBlock: Hex }]) => {
      point.searches.push([Number(fromBlock), Number(toBlock)])
      if (Number(toBlock) - Number(fromBlock) >= point.widest)
        throw toError({ code: -32000, message: 'block range is too wide' })
      return point.events
        .filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock))
        .map(({ block, hash, nonce, transaction }) => ({
          ...logOf(hash, nonce),
          blockNumber: numberToHex(block),
          transactionHash: transaction,
        }))
    },
    eth_getBlockReceipts: ([block]: [Hex]) =>
      [...chain.receipts.values()].filter(({ blockNumber }) => blockNumber === block),
  }
  return {
    ...place,
    point,
    logsOf: (name: string) => [logOf(hashOf(name), unused)],
    /** Puts an operation into a block, where it uses the nonce. */
    operate: (name: string, block: number) => {
      const [hash, transaction] = [hashOf(name), hashOf(`bundle of ${name}`)]
      point.uses.push(block)
      point.events.push({ block, hash, nonce: unused, transaction })
      place.include(transaction, { block, logs: [logOf(hash, unused)] })
    },
  }
}
