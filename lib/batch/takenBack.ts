import { numberToHex } from 'viem'
import type { Batch } from '../db'
import { isRpcError, isSilence, isSlowDown } from '../rpc/errors'
import { finalDepth } from './chainReader'
import { countIn } from './nonceGap'
import { nonceFloor } from './usedNonces'
import type { Answer, World } from './world'

/** Age in ms of an RPC's newest block above which it may lag, and does not speak for one that is silent. */
const freshFor = 10 * 60_000

/**
 * Wordings of nodes that do not know the tag `finalized` (geth of before the merge reads it as a number, Hardhat), or
 * whose chain has no such block (geth).
 */
const noTag = /hex string without 0x prefix|invalid block tag|finalized block not found/i

const invalidParams = -32602

/** Word of an RPC on a nonce that sealed blocks had used; `silent`: nobody can connect with it. */
type Word = 'free' | 'used' | 'silent' | 'unknown'

const answersOf = async (
  { request, every }: World,
  ...asked: Parameters<World['request']>
): Promise<Answer[]> => {
  if (every) return every(...asked)
  return [
    await request(...asked).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
  ]
}

const wordOf = (answer: Answer | undefined, nonce: number): Word => {
  if (!answer) return 'unknown'
  if ('error' in answer)
    return isSilence(answer.error) && !isSlowDown(answer.error) ? 'silent' : 'unknown'
  const count = countIn(answer.value)
  if (count === undefined) return 'unknown'
  return count > nonce ? 'used' : 'free'
}

/** Joins what an RPC says of two blocks: the word that speaks most against the nonce. */
const joined = (words: Word[]): Word =>
  (['used', 'unknown', 'silent'] as const).find((word) => words.includes(word)) ?? 'free'

const lacksTag = (answer: Answer | undefined): boolean =>
  answer !== undefined &&
  'error' in answer &&
  isRpcError(answer.error) &&
  // Parameters that were valid for the newest block are invalid by the tag alone.
  (answer.error.code === invalidParams || noTag.test(answer.error.message))

type Head = { number: number; time: number } | undefined

/** Returns the newest block of each RPC that tells it: its number, and its time in ms since 1970. */
const headsOf = async (world: World, chainId: number): Promise<Head[]> => {
  const answers = await answersOf(world, chainId, 'eth_getBlockByNumber', ['latest', false])
  return answers.map((answer) => {
    const block = 'value' in answer ? (answer.value as Record<string, unknown> | null) : null
    const [number, time] = [countIn(block?.number), countIn(block?.timestamp)]
    return number === undefined || time === undefined ? undefined : { number, time: time * 1000 }
  })
}

/** Returns what each RPC says of a nonce, by its newest and its final block. */
const wordsOf = async (world: World, { chainId, from }: Batch, nonce: number) => {
  const ask = (block: string) => answersOf(world, chainId, 'eth_getTransactionCount', [from, block])
  const newest = await ask('latest')
  const final = await ask('finalized')
  const answersAll = [...newest, ...final].every((answer) => 'value' in answer)
  const heads = answersAll ? [] : await headsOf(world, chainId)
  const highest = Math.max(0, ...heads.map((head) => head?.number ?? 0))
  // Below the highest block of all: an RPC that lags too far to have it says so.
  const deep = numberToHex(Math.max(0, highest - Number(finalDepth)))
  const stead = final.some(lacksTag) && highest > 0 ? await ask(deep) : []
  const words = Array.from({ length: Math.max(newest.length, final.length) }, (_, at) => {
    const last = lacksTag(final[at]) ? stead[at] : final[at]
    return joined([wordOf(newest[at], nonce), wordOf(last, nonce)])
  })
  return { words, heads }
}

/**
 * True if each of these nonces may be used again though sealed blocks had used some: no RPC has a newest or final block
 * in which the account's count is above them. Where an RPC knows no final block, the one 64 below the newest stands in.
 * One with which nobody can connect is passed over where another one is up to date.
 */
export const areFree = async (
  world: World,
  batch: Batch,
  missing: readonly number[],
): Promise<boolean> => {
  const lowest = Math.min(...missing)
  if (lowest >= (await nonceFloor(batch))) return true
  const { words, heads } = await wordsOf(world, batch, lowest)
  if (words.length === 0) return false
  if (words.every((word) => word === 'free')) return true
  return (
    words.every((word) => word === 'free' || word === 'silent') &&
    words.some((word, at) => {
      const head = heads[at]
      return word === 'free' && head && Math.abs(world.now() - head.time) <= freshFor
    })
  )
}

/** True if an RPC has a newest or final block in which one of these nonces is used; the others need not answer. */
export const isShownUsed = async (
  world: World,
  batch: Batch,
  missing: readonly number[],
): Promise<boolean> => (await wordsOf(world, batch, Math.min(...missing))).words.includes('used')
