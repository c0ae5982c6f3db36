import { mnemonicToAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import { append } from '@/lib/batch/journal'
import type { World } from '@/lib/batch/world'
import { signTransaction } from '@/lib/keyring/sign'
import { rpcError, toError } from '@/lib/rpc/errors'
import { development } from '../chain/development.ts'

const account = mnemonicToAccount(development.phrase, { addressIndex: 0 })

const signer: World['sign'] = (_from, signing) => {
  const { privateKey } = account.getHdKey()
  if (!privateKey) throw new Error('the development phrase has no key')
  return signTransaction(new Uint8Array(privateKey), signing)
}

/** Locks: one at a time by name, let go of when the world is thrown away. */
export const locks = (): World['lock'] => {
  const last = new Map<string, Promise<unknown>>()
  return async (name, run) => {
    const before = last.get(name)
    const turn = (async () => {
      await before?.catch(() => undefined)
      return run()
    })()
    last.set(name, turn)
    return turn
  }
}

/** Asks the chain as the wallet's own client does: its error as it came, 4901 where it does not answer. */
export const ask = async (url: string, method: string, params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  if (!response?.ok) throw rpcError('chainDisconnected')
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: Hex }
  }
  if (error) throw toError(error)
  return result
}

/** A worker's world: real disk, real keys, a real chain, and a clock that waiting moves on. */
export const newWorld = (url: string): World => {
  let passed = 0
  return {
    request: (_chainId, method, params) => ask(url, method, params),
    sign: signer,
    append,
    simulate: () => Promise.resolve('succeeds'),
    lock: locks(),
    now: () => Date.now() + passed,
    wait: async (ms) => {
      passed += ms
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
}
