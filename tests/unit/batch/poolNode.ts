import { keccak256, numberToHex, parseTransaction, zeroAddress, type Hash, type Hex } from 'viem'
import { delegation } from '@/lib/delegate/executor'
import { rpcError, toError } from '@/lib/rpc/errors'
import type { Answer } from '@/lib/batch/world'
import { codeAnswers } from '../delegate/executorCode'
import { hashOf } from './batches'
import { openChain } from './fakeChain'
import { start } from './runnerHarness'

/**
 * A transaction in a pool: the wallet's own by its hash, or another wallet's. `code`: the account's, as its
 * authorization leaves it, which takes the next nonce too.
 */
type Pooled = { hash: Hash; isForeign: boolean; code?: Hex }

type Mined = Pooled & { nonce: number; block: number }

/** Nonce of the account's first transaction on this chain. */
const firstNonce = 5

const afterwards = ({ nonce, code }: Pick<Mined, 'nonce' | 'code'>) =>
  code === undefined ? nonce + 1 : nonce + 2

/**
 * A fake of a node whose pool holds transactions by nonce and whose blocks take them in order, with a runner
 * on it. `lag`: how many transactions behind its counts are, `isBlind`: its pool does not show in `pending`, `hasTag`:
 * it knows `finalized`.
 */
export const openPool = (chainId = 31337) => {
  const opened = openChain(chainId)
  const ask = opened.world.request
  opened.world.request = async (id, method, params) => {
    if (!node.hasTag && params.includes('finalized'))
      throw toError({ code: -32602, message: 'invalid argument 1: hex string without 0x prefix' })
    return ask(id, method, params)
  }
  const place = start(opened)
  const { chain, include } = place
  const pool = new Map<number, Pooled>()
  const node = { used: firstNonce, lag: 0, isBlind: false, hasTag: true }
  let mined: Mined[] = []
  chain.latest = 10

  const pending = () => {
    let count = node.used
    while (!node.isBlind && pool.has(count)) count++
    return count
  }

  const isPast = (tag: string) => tag.startsWith('0x') || tag === 'finalized'

  const upTo = (tag: string) => {
    const last = tag === 'finalized' ? chain.finalized : Number(tag)
    return mined.filter(({ block }) => !isPast(tag) || block <= last)
  }

  const countAt = (tag: string) => {
    if (tag === 'pending') return pending()
    const past = Math.max(firstNonce, ...upTo(tag).map(afterwards))
    return isPast(tag) ? Math.min(node.used, past) : node.used
  }

  chain.answers.eth_getTransactionCount = ([, tag]: [Hex, string]) =>
    numberToHex(Math.max(0, countAt(tag) - node.lag))
  chain.answers.eth_getCode = ([address, tag]: [Hex, string]) =>
    codeAnswers(upTo(tag).findLast(({ code }) => code)?.code).eth_getCode([address])
  chain.answers.eth_sendRawTransaction = ([raw]: [Hex]) => {
    const { nonce = 0, authorizationList } = parseTransaction(raw)
    if (nonce < node.used) throw toError({ code: -32000, message: 'nonce too low' })
    const to = authorizationList?.[0]?.address
    const code = to && { code: to === zeroAddress ? '0x' : delegation(to) }
    pool.set(nonce, { hash: keccak256(raw), isForeign: false, ...code })
    chain.sent.push(raw)
  }

  /** Seals the transactions of the pool that follow one another, in one block. */
  const mine = () => {
    chain.latest++
    chain.times[chain.latest] = Math.floor(chain.now / 1000)
    for (let next = pool.get(node.used); next; next = pool.get(node.used)) {
      const one = { ...next, nonce: node.used, block: chain.latest }
      pool.delete(node.used)
      if (one.isForeign) {
        const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
        const transaction = { hash: one.hash, from, nonce: numberToHex(one.nonce) }
        chain.others.push({ block: one.block, used: 1, transaction })
      } else include(one.hash, { block: one.block })
      mined.push(one)
      node.used = afterwards(one)
    }
  }

  /** Another wallet with the account's key sends `many` transactions at the lowest free nonces. */
  const foreign = (many = 1) => {
    for (let at = 0; at < many; at++) {
      const nonce = pending()
      pool.set(nonce, { hash: hashOf(`foreign ${nonce} ${chain.latest}`), isForeign: true })
    }
  }

  /** Every transaction of other wallets vanishes from the pool. */
  const vanish = () => {
    for (const [nonce, { isForeign }] of pool) if (isForeign) pool.delete(nonce)
  }

  /** The chain is taken back to where the account had used `many` nonces less; the first five stay used. */
  const takeBack = (many: number) => {
    const left = Math.max(firstNonce, node.used - many)
    // An upgrade and its authorization go together.
    const split = mined.find((one) => one.nonce < left && afterwards(one) > left)
    node.used = split?.nonce ?? left
    for (const { hash, nonce } of mined) if (nonce >= node.used) chain.receipts.delete(hash)
    mined = mined.filter(({ nonce }) => nonce < node.used)
    chain.others = chain.others.filter(({ transaction }) => Number(transaction.nonce) < node.used)
  }

  /** Time passes, as it does for the browser's alarm. */
  const pass = async (minutes = 2) => {
    for (let minute = 0; minute < minutes; minute++) {
      chain.now += 61_000
      await place.runner.look(chainId).catch(() => false)
      await place.runner.advance()
    }
  }

  /** Has the network another RPC, with which nobody can connect. */
  const addDead = () => {
    place.world.every = async (...asked): Promise<Answer[]> => {
      const [own] = await Promise.allSettled([place.world.request(...asked)])
      const answer =
        own.status === 'fulfilled' ? { value: own.value } : { error: own.reason as unknown }
      return [answer, { error: rpcError('chainDisconnected', 'it cannot be reached') }]
    }
  }

  return { ...place, addDead, node, pool, mine, foreign, vanish, takeBack, pass }
}
