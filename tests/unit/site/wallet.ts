import type { Address } from 'viem'
import { vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal, type Approval } from '@/lib/db'
import type { Keyring } from '@/lib/keyring/keyring'
import * as permissions from '@/lib/sites/permissions'
import { request } from '@/lib/network/node'
import type { WireError } from '@/lib/rpc/errors'
import { createServer } from '@/lib/rpc/server'
import { methods } from '@/lib/site'
import { nodeMethods } from '@/lib/site/nodeMethods'
import { createSubscriptions } from '@/lib/subscriptions/subscriptions'
import type { WalletServices } from '@/lib/wallet/services'
import { verbs } from '@/lib/wallet'
import { alice, bob, dapp } from '../people'

export type Answer = { result?: unknown; error?: WireError }

type From = { origin?: string; id?: string; documentId?: string }

let count = 0

const chainOf = async (origin: string) => (await permissions.site(origin)).chainId

/** An id as the relay mints it. */
export const newId = (): string => (++count).toString(16).padStart(32, '0')

/**
 * The real stack over the real database, as the background puts it together. Fakes, at its edges: the
 * node, the look at the chain, the window, and whether the wallet is unlocked.
 */
export const openWallet = (keyring: Partial<Keyring> = {}) => {
  const node = vi.fn<(chainId: number, method: string, wire: string) => Promise<unknown>>()
  const refresh = vi.fn<(chainId: number) => Promise<unknown>>(() => Promise.resolve())
  const show = vi.fn<(key: string) => Promise<void>>(() => Promise.resolve())
  const lock = { isLocked: false }
  const isUnlocked = () => Promise.resolve(!lock.isLocked)
  const subscriptions = createSubscriptions({
    request,
    awake: () => undefined,
    chainOf,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 2))),
  })
  const server = createServer({
    methods,
    nodeMethods,
    node,
    ask: approvals.ask,
    find: approvals.find,
    site: async (origin) => ({
      ...(await permissions.site(origin)),
      isUnlocked,
      refresh,
      show,
      subscriptions,
    }),
  })

  /** What a page gets; params given as a text are sent as that text. */
  const send = async (method: string, params: unknown, from: From = {}): Promise<Answer> => {
    const { origin = dapp, id = newId(), documentId = 'document' } = from
    const wire = typeof params === 'string' ? params : JSON.stringify(params)
    return JSON.parse(await server({ id, origin, documentId, method, wire })) as Answer
  }

  /** Sends what asks the user; resolves once its row waits. */
  const ask = async (method: string, params: unknown, from: From = {}) => {
    const id = from.id ?? newId()
    const answer = send(method, params, { ...from, id })
    return { id, answer, row: await pendingRow(id) }
  }

  const services = {
    keyring: { ...keyring, isUnlocked },
    watch: { wake: () => Promise.resolve(), prepare: () => undefined },
  } as unknown as WalletServices

  return {
    send,
    ask,
    node,
    refresh,
    show,
    lock,
    subscriptions,
    approve: (id: string, decision: unknown) => verbs.approve({ id, decision }, services),
    checkSignature: (id: string) => verbs.checkSignature({ id }, services),
    checkAsset: (id: string) => verbs.checkAsset({ id }, services),
    checkNetwork: (id: string) => verbs.checkNetwork({ id }, services),
    reject: (id: string, upgrade = false) => verbs.reject({ id, upgrade }, services),
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

/** Two accounts in the wallet, of which `accounts` are granted to `origin` on Base. */
export const connectSite = async (
  origin: string = dapp,
  accounts: Address[] = [alice],
  chainId = 8453,
): Promise<void> => {
  await journal.accounts.bulkPut([
    { address: alice, index: 0, name: 'Account 1' },
    { address: bob, index: 1, name: 'Account 2' },
  ])
  await (
    await permissions.connect(origin, accounts, chainId)
  )()
}

/** How the user decides on a batch of so many transactions. */
export const decision = (mode: 'one' | 'atomic' | 'sequence', transactions = 1) => ({
  mode,
  upgrade: false,
  expected: 'succeeds' as const,
  gas: Array.from({ length: transactions }, () => '0x5208'),
  fees: { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' },
})
