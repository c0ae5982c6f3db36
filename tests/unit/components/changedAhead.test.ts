import { createElement, type ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SendCalls } from '@/components/approvals/SendCalls'
import type { Place } from '@/components/calls/place'
import type { Approval } from '@/lib/db'
import { alice, bob, dapp } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
// Only what the parts are told of tokens is looked at; no background answers here.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.reject(new Error('asked')) }))
vi.mock('@/components/approvals/Request', () => ({
  Request: ({ children, notices }: { children: ReactNode; notices: ReactNode }) =>
    createElement('div', {}, notices, children),
}))
vi.mock('@/components/approvals/useQuote', () => ({
  useQuote: () => ({ key: 'one', view: undefined, problem: 'silent', confirm: () => undefined }),
}))
vi.mock('@/components/approvals/useApproval', () => ({ useApproval: () => 'simulation' }))
vi.mock('@/components/calls/Changes', () => ({ Changes: () => null }))
vi.mock('@/components/calls/CallList', () => ({
  CallList: ({ tokens }: Place) => `calls: ${tokens ? 'known' : 'open'};`,
}))
vi.mock('@/components/approvals/Warnings', () => ({
  Warnings: ({ place }: { place: Place }) => `changed: ${place.tokens ? 'known' : 'open'};`,
}))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  dom = await openDom()
})
afterEach(() => dom.close())

test('before a quote the calls have the tokens that they name, and what changed since has none', async () => {
  const calls = [{ to: bob, value: '0x1', data: '0x' }]
  const params = [{ from: alice, chainId: 8453, atomicRequired: false, calls, required: [] }]
  const row = { id: 'one', origin: dapp, method: 'wallet_sendCalls', createdAt: 0, params }
  await dom.show(SendCalls, { row: row as unknown as Approval, waiting: 1 })
  await vi.waitFor(async () => {
    await dom.settle(() => new Promise((resolve) => setTimeout(resolve, 5)))
    expect(dom.text()).toContain('calls: known;')
  })
  expect(dom.text()).toContain('changed: open;')
})
