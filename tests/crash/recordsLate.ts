import { eventsOf } from '@/lib/batch/journal'
import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import type { World } from '@/lib/batch/world'

/**
 * Breaks the wallet on purpose, to see that the trials find it: as in most wallets, a signed transaction is
 * recorded only after the node has accepted it, and a signed operation only after its bundler has.
 */
export const recordsLate = (world: World): World => {
  const held: { key: string; event: Event; at: number }[] = []

  const append: World['append'] = async (key, events, at) => {
    const [event] = events
    if (event?.type !== 'signed' && event?.type !== 'operation')
      return world.append(key, events, at)
    held.push({ key, event, at })
    return fold([...(await eventsOf(key)), event])
  }

  const record = async () => {
    for (const { key, event, at } of held.splice(0)) await world.append(key, [event], at)
  }

  const request: World['request'] = async (chainId, method, params) => {
    const answer = await world.request(chainId, method, params)
    if (method === 'eth_sendRawTransaction') await record()
    return answer
  }

  // None is signed with its yes, which would record it first.
  const lockIfFree: World['lockIfFree'] = (_name, run) => run(false)

  const { sponsors } = world
  if (!sponsors) return { ...world, append, request, lockIfFree }
  const send: typeof sponsors.send = async (...asked) => {
    const answer = await sponsors.send(...asked)
    await record()
    return answer
  }
  return { ...world, append, request, lockIfFree, sponsors: { ...sponsors, send } }
}
