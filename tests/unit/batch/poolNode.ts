import { keccak256, numberToHex, parseTransaction, type Hash, type Hex } from 'viem'
import { toError } from '@/lib/rpc/errors'
import { hashOf } from './batches'
import { openChain } from './fakeChain'
import { start } from './runnerHarness'

/** A transaction in a pool: the wallet's own by its hash, or another wallet's. */
type Pooled = { hash: Hash; isForeign: boolean }

/**
 * A fake of a node whose pool holds transactions by nonce and whose blocks take them in order, with a runner
 * on it. `lag`: how many transactions behind its counts are, `isBlind`: its pool does not show in `pending`.
 */
export const openPool = (chainId = 31337) => {
  const place = start(openChain(chainId))
  const { chain, include } = place
  const pool = new Map<number, Pooled>()
  const node = { used: 5, lag: 0, isBlind: false }
  const mined = new Map<Hash, number>()
  chain.latest = 10

  const pending = () => {
    let count = node.used
    while (!node.isBlind && pool.has(count)) count++
    return count
  }

  chain.answers.eth_getTransactionCount = ([, tag]: [Hex, string]) => {
    const count = tag === 'pending' ? pending() : node.used
    return numberToHex(Math.max(0, count - node.lag))
  }
  chain.answers.eth_sendRawTransaction = ([raw]: [Hex]) => {
    const { nonce = 0 } = parseTransaction(raw)
    if (nonce < node.used) throw toError({ code: -32000, message: 'nonce too low' })
    pool.set(nonce, { hash: keccak256(raw), isForeign: false })
    chain.sent.push(raw)
  }

  /** Seals the transactions of the pool that follow one another, in one block. */
  const mine = () => {
    chain.latest++
    for (let next = pool.get(node.used); next; next = pool.get(node.used)) {
      pool.delete(node.used)
      if (next.isForeign) {
        const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
        const transaction = { hash: next.hash, from, nonce: numberToHex(node.used) }
        chain.others.push({ block: chain.latest, used: 1, transaction })
      } else {
        include(next.hash, { block: chain.latest })
        mined.set(next.hash, node.used)
      }
      node.used++
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

  /** The chain is taken back to where the account had used `many` nonces less; 5 stay used. */
  const takeBack = (many: number) => {
    node.used = Math.max(5, node.used - many)
    for (const [hash, nonce] of mined) if (nonce >= node.used) chain.receipts.delete(hash)
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

  return { ...place, node, pool, mine, foreign, vanish, takeBack, pass }
}
