import { parseTransaction, type Hex, type TransactionSerializable } from 'viem'
import { senderAt } from '../chain/preconfirmSender.ts'
import type { Change } from './clockedWallet.ts'

/** Broken on purpose, to see that the trials find it: a transaction that vanished is taken for failed. */
export const givesUp: Change = (world) => ({
  ...world,
  append: (key, events, at) =>
    world.append(
      key,
      events.map((event) =>
        event.type === 'moved' ? { type: 'stopped' as const, reason: 'reset' as const } : event,
      ),
      at,
    ),
})

/** Broken on purpose: what is pre-confirmed is taken for done. */
export const believesEarly: Change = (world) => ({
  ...world,
  append: (key, events, at) =>
    world.append(
      key,
      events.map((event) =>
        event.type === 'included' ? { ...event, type: 'sealed' as const, ran: true } : event,
      ),
      at,
    ),
})

/** Broken on purpose: what a node does not take is signed again at the next nonce. */
export const signsAgain: Change = (world) => {
  const { address } = senderAt(0)
  return {
    ...world,
    request: async (chainId, method, params) => {
      try {
        return await world.request(chainId, method, params)
      } catch (error) {
        const refused = /nonce too low|underpriced|in-flight/.test(String(error))
        if (method !== 'eth_sendRawTransaction' || !refused) throw error
        const { r: _r, s: _s, yParity: _, ...old } = parseTransaction(params[0] as Hex)
        const transaction = { ...old, nonce: Number(old.nonce) + 1 } as TransactionSerializable
        const raw = await world.sign(address, { transaction })
        return world.request(chainId, method, [raw])
      }
    },
  }
}
