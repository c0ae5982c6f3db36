import type { Hex } from 'viem'
import { ask } from './preconfirmNode.ts'
import type { Answer } from './preconfirmNode.ts'
import { repool } from './preconfirmRepool.ts'
import { readPool, readTransaction, refusalOf, rivalOf } from './txpool.ts'
import type { PoolRules } from './txpool.ts'

/** Submits a signed transaction to an anvil under the rules of geth's pool. */
export const submit = async (
  url: string,
  raw: Hex,
  rules: Omit<PoolRules, 'pool'>,
): Promise<Answer> => {
  const take = (bytes: Hex) => ask(url, 'eth_sendRawTransaction', [bytes])
  const sent = await readTransaction(raw)
  if (!sent) return take(raw)
  const pool = await readPool(url)
  const message = await refusalOf(sent, { ...rules, pool })
  if (message) return { error: { code: -32000, message } }
  const old = rivalOf(sent, pool)
  if (!old) return take(raw)
  // anvil would keep both transactions of one nonce if that is not the account's next.
  await repool(url, old.hash)
  const answer = await take(raw)
  if (answer.error) await take(old.raw)
  return answer
}
