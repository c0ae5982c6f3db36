import { vi } from 'vitest'
import type { Runner } from '@/lib/batch/runner'
import { createWatch } from '@/lib/batch/watch'
import { openChain } from './fakeChain'

/**
 * Opens a watch over a runner that does nothing by itself; a test says what its parts do. `waits`: the pauses that were
 * made, in ms, by which the clock goes on; `happens` runs in each of them.
 */
export const openWatch = () => {
  const { chain, world } = openChain()
  const place = { waits: [] as number[], happens: (): Promise<unknown> => Promise.resolve() }
  world.wait = async (ms) => {
    place.waits.push(ms)
    chain.now += ms
    await place.happens()
  }
  const runner = {
    advanceLane: vi.fn<Runner['advanceLane']>(() => Promise.resolve()),
    approve: vi.fn<Runner['approve']>(({ write }, store) => store(() => write())),
    answered: vi.fn<Runner['answered']>(() => Promise.resolve()),
    isAsking: vi.fn<Runner['isAsking']>(() => false),
    step: vi.fn<Runner['step']>(() => Promise.resolve()),
    look: vi.fn<Runner['look']>(() => Promise.resolve(false)),
    pace: vi.fn<Runner['pace']>((_, refresh) => refresh),
    prepare: vi.fn<Runner['prepare']>(),
  }
  const awake = vi.fn<(need: { now: boolean; later: boolean }) => void>()
  return { chain, runner, awake, place, watch: createWatch(world, runner, awake) }
}
