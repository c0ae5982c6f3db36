import { parseTransaction, type Hex, type TransactionSerializable } from 'viem'
import { senderAt } from '../chain/preconfirmSender.ts'
import type { Change } from './clockedWallet.ts'

/** A defect that the trials must find: a transaction that vanished is taken for failed. */
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

/** A defect that the trials must find: a pre-confirmed transaction counts as sealed. */
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

/** A defect that the trials must find: a refused transaction is signed again at the next nonce. */
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
