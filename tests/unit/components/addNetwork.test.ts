import { createElement, type ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AddNetwork } from '@/components/approvals/AddNetwork'
import type { Approval } from '@/lib/db'
import { dapp } from '../accounts'
import { openDom } from './dom'

/** Fakes: the chains that are widely known, and the answers of a proposal's nodes. */
const fakes = vi.hoisted(() => ({
  chains: [] as object[],
  approval: undefined as unknown,
}))

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.reject(new Error('asked')) }))
vi.mock('@/components/hooks/queries', () => ({ usePermission: () => undefined }))
vi.mock('@/components/networks/knownChain', () => ({
  useKnownChains: () => ({ chains: fakes.chains, date: '2026-01-01' }),
  namesakeOf: () => undefined,
}))
vi.mock('@/components/approvals/useNetworkCheck', () => {
  const answered = { check: [{ found: 'ok' }], ask: () => Promise.resolve() }
  return { useNetworkCheck: () => ({ known: answered, site: answered }) }
})
// The frame of a request has tests of its own.
vi.mock('@/components/approvals/Request', () => ({
  Request: ({ approval, children }: { approval: unknown; children: ReactNode }) => {
    fakes.approval = approval
    return createElement('div', {}, children)
  },
}))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
})
afterEach(() => dom.close())

const row = {
  id: 'one',
  origin: dapp,
  createdAt: 0,
  params: [
    {
      chainId: '0xa86a',
      chainName: 'Avalanche',
      nativeCurrency: { symbol: 'AVAX', decimals: 18 },
      rpcUrls: ['https://node.evil.example'],
      blockExplorerUrls: ['https://scan.evil.example'],
    },
  ],
} as unknown as Approval

/** Shows the site's proposal beside what is known of the chain, and gives what approving it would decide. */
const decided = async (chains: object[]) => {
  fakes.chains = chains
  await dom.show(AddNetwork, { row, waiting: 1 })
  return fakes.approval
}

const avalanche = { chainId: 43114, symbol: 'AVAX', name: 'Avalanche', rpc: 'https://avax.example' }

test('a known chain gets the explorer of the list, whatever the site names', async () => {
  const known = { ...avalanche, explorer: 'https://snowtrace.example' }
  expect(await decided([known])).toMatchObject({
    decision: { name: 'Avalanche', explorer: 'https://snowtrace.example' },
  })
  expect(dom.text()).toContain('snowtrace.example')
  expect(dom.text()).not.toContain('scan.evil.example')
})

test('and none where the list has none', async () => {
  expect(await decided([avalanche])).toMatchObject({ decision: { explorer: null } })
  expect(dom.text()).toContain('ExplorerNone')
})

test('a chain that nobody knows keeps the site’s', async () => {
  expect(await decided([])).toMatchObject({ decision: {} })
  expect(await decided([])).not.toHaveProperty('decision.explorer')
  expect(dom.text()).toContain('scan.evil.example')
})
