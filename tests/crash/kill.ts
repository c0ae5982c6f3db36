import { rpcError } from '@/lib/rpc/errors'
import type { World } from '@/lib/batch/world'

/** Killed before an effect; after it, nothing of its outcome seen; or not killed, but told it had failed. */
export const phases = ['before', 'after', 'reply lost'] as const

/** Where a run is broken: at its nth effect. */
export type Fault = { at: number; phase: (typeof phases)[number] }

const never = new Promise<never>(() => undefined)

/**
 * The world with its effects counted, and broken at one of them as a stopped worker breaks: what was under
 * way is never heard of again. `killed` resolves then. Clock and waiting change nothing and do not count.
 */
export const breakable = (world: World, fault?: Fault) => {
  const names: string[] = []
  const life = new AbortController()
  const isOver = () => life.signal.aborted
  let die = () => undefined as void
  const killed = new Promise<'killed'>((resolve) => {
    die = () => {
      life.abort()
      resolve('killed')
    }
  })

  const effect = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    if (isOver()) return never
    names.push(name)
    const isHere = fault?.at === names.length
    if (isHere && fault.phase === 'before') {
      die()
      return never
    }
    const result = await run()
    if (isOver()) return never
    if (!isHere) return result
    if (fault.phase === 'reply lost' && name.startsWith('eth_'))
      throw rpcError('chainDisconnected', 'the reply was lost')
    die()
    return never
  }

  const broken: World = {
    ...world,
    request: (chainId, method, params) =>
      effect(method, () => world.request(chainId, method, params)),
    sign: (from, signing) => effect('sign', () => world.sign(from, signing)),
    append: (key, events, at) =>
      effect(`append ${events.map(({ type }) => type).join('+')}`, () =>
        world.append(key, events, at),
      ),
    wait: (ms) => (isOver() ? never : world.wait(ms)),
  }
  return { world: broken, names, killed }
}
