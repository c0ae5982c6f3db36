import { vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import type { Approval } from '@/lib/db'
import type { Keyring } from '@/lib/keyring/keyring'
import { request } from '@/lib/network/node'
import type { WireError } from '@/lib/rpc/errors'
import { composeWallet, stillWatch } from '../../harness/wallet'
import { newWorld } from '../../harness/world'
import { dapp } from '../accounts'

export type Answer = { result?: unknown; error?: WireError }

type From = { origin?: string; id?: string; documentId?: string; tab?: number; top?: string }

let count = 0

/** An id as the relay mints it. */
export const newId = (): string => (++count).toString(16).padStart(32, '0')

/**
 * The wallet as sites meet it. Fakes, at its edges: the node, the look at the chain, the window, and whether
 * it is unlocked.
 */
export const openWallet = (keyring: Partial<Keyring> = {}) => {
  const node = vi.fn<(chainId: number, method: string, wire: string) => Promise<unknown>>()
  const refresh = vi.fn<(chainId: number) => Promise<unknown>>(() => Promise.resolve())
  const show = vi.fn<(key: string) => Promise<void>>(() => Promise.resolve())
  const lock = { isLocked: false }
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 2)))
  const { server, subscriptions, perform } = composeWallet({
    world: { ...newWorld(request), wait },
    keyring: { ...keyring, isUnlocked: () => Promise.resolve(!lock.isLocked) },
    node,
    watch: () => stillWatch(refresh),
    showBatch: show,
  })

  /** Sends a request and resolves with the page's answer; params given as text are sent unchanged. */
  const send = async (method: string, params: unknown, from: From = {}): Promise<Answer> => {
    const { origin = dapp, id = newId(), documentId = 'document', ...place } = from
    const wire = typeof params === 'string' ? params : JSON.stringify(params)
    return JSON.parse(await server({ id, origin, documentId, method, wire, ...place })) as Answer
  }

  /** Sends a request that asks the user; resolves once its row is pending. */
  const ask = async (method: string, params: unknown, from: From = {}) => {
    const id = from.id ?? newId()
    const answer = send(method, params, { ...from, id })
    return { id, answer, row: await pendingRow(id) }
  }

  return {
    send,
    ask,
    node,
    refresh,
    show,
    lock,
    subscriptions,
    approve: (id: string, decision: unknown) => perform('approve', { id, decision }),
    checkSignature: (id: string) => perform('checkSignature', { id }),
    checkAsset: (id: string) => perform('checkAsset', { id }),
    checkNetwork: (id: string) => perform('checkNetwork', { id }),
    reject: (id: string, upgrade = false) => perform('reject', { id, upgrade }),
  }
}

const pendingRow = (id: string): Promise<Approval> =>
  vi.waitFor(
    async () => {
      const row = await approvals.find(id)
      if (row?.state !== 'pending') throw new Error('nothing waits')
      return row
    },
    { interval: 2 },
  )

/** Returns the user's decision on a batch of so many transactions. */
export const decision = (mode: 'one' | 'atomic' | 'sequence', transactions = 1) => ({
  mode,
  upgrade: false,
  expected: 'succeeds' as const,
  gas: Array.from({ length: transactions }, () => '0x5208'),
  fees: { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' },
})
