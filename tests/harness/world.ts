import { hexToBytes } from 'viem'
import { append } from '@/lib/batch/journal'
import type { World } from '@/lib/batch/world'
import type { Outcome } from '@/lib/db/outcome'
import { signTransaction } from '@/lib/keyring/sign'
import { keys } from '../unit/accounts.ts'

/** Signs for the accounts that every local chain funds, as an unlocked keyring that holds their keys does. */
export const signWithKnownKeys: World['sign'] = async (from, signing) => {
  const key = keys[from]
  return key && signTransaction(new Uint8Array(hexToBytes(key)), signing)
}

/** Creates mutexes by name, which are gone with the world that holds them. */
export const locks = (): Pick<World, 'lock' | 'lockIfFree'> => {
  const last = new Map<string, Promise<unknown>>()
  const lock: World['lock'] = async (name, run) => {
    const before = last.get(name)
    const turn = (async () => {
      await before?.catch(() => undefined)
      return run()
    })()
    const settled = turn
      .catch(() => undefined)
      .finally(() => last.get(name) === settled && last.delete(name))
    last.set(name, settled)
    return turn
  }
  return {
    lock,
    lockIfFree: (name, run) => (last.has(name) ? run(false) : lock(name, () => run(true))),
  }
}

/** The outcome of calls that succeed and move nothing. */
export const nothingChanged: Outcome = {
  mode: 'one',
  delegate: null,
  upgrade: false,
  replaces: null,
  verdict: 'succeeds',
  failing: null,
  recipients: [],
  changes: [],
  payees: [],
  allowances: [],
  unchecked: [],
}

/** Creates a world over a node, with the real database and keys, and a clock that waiting moves on. */
export const newWorld = (request: World['request']): World => {
  let passed = 0
  return {
    request,
    append,
    sign: signWithKnownKeys,
    simulate: ({ mode, delegate, upgrade }) =>
      Promise.resolve({ ...nothingChanged, mode, delegate, upgrade }),
    ...locks(),
    now: () => Date.now() + passed,
    wait: async (ms) => {
      passed += ms
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
}
