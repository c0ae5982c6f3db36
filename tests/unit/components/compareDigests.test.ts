import { createElement, type ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hashMessage, keccak256, stringToHex } from 'viem'
import { Revoke } from '@/components/approvals/Revoke'
import { SendCalls } from '@/components/approvals/SendCalls'
import { SignMessage } from '@/components/approvals/SignMessage'
import type { Approval } from '@/lib/db'
import { alice, bob, dapp } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
// Everything beside the digests has tests of its own; no background answers here.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.reject(new Error('asked')) }))
vi.mock('@/components/approvals/Request', () => ({
  Request: ({ children }: { children: ReactNode }) => createElement('div', {}, children),
}))
vi.mock('@/components/approvals/useQuote', () => ({
  useQuote: () => ({ key: 'one', sight: undefined, problem: 'silent', confirm: () => undefined }),
}))
vi.mock('@/components/approvals/useApproval', () => ({ useApproval: () => 'simulation' }))
vi.mock('@/components/approvals/useSignature', () => ({
  useSignature: () => ({ approval: 'node asked', problem: undefined }),
}))
vi.mock('@/components/approvals/CallsCard', () => ({
  CallsCard: ({ children }: { children: ReactNode }) => createElement('div', {}, children),
}))
vi.mock('@/components/calls/Changes', () => ({ Changes: () => null }))
vi.mock('@/components/calls/CallList', () => ({ CallList: () => null }))
vi.mock('@/components/delegate/Delegate', () => ({ Delegate: () => null }))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  dom = await openDom()
})
afterEach(() => dom.close())

const rowOf = (params: object) =>
  ({ id: 'one', origin: dapp, createdAt: 0, params }) as unknown as Approval

/** The text of the part before it is opened, and after. */
const opened = async (): Promise<[before: string, after: string]> => {
  const before = dom.text()
  await dom.press('Compare digests')
  // Its code is loaded when it is opened.
  await vi.waitFor(() => expect(dom.text()).toMatch(/igest0x|no digest/))
  return [before, dom.text()]
}

test('of a message: closed, then the EIP-191 digest', async () => {
  const row = rowOf({ from: alice, chainId: 8453, message: stringToHex('Hello') })
  await dom.show(SignMessage, { row, waiting: 1 })
  const [before, after] = await opened()
  expect(before).not.toContain('EIP-191 digest')
  expect(after).toContain(`EIP-191 digest${hashMessage('Hello')}`)
})

test('of a batch: closed, then the digest of each call’s data', async () => {
  const calls = [
    { to: bob, value: '0x0', data: '0x1234' },
    { to: bob, value: '0x1', data: '0x' },
  ]
  const row = rowOf([{ from: alice, chainId: 8453, atomicRequired: false, calls }])
  await dom.show(SendCalls, { row, waiting: 1 })
  const [before, after] = await opened()
  expect(before).not.toContain('Calldata Digest')
  // ERC-8213: the length as a uint256, then the data.
  const digest = keccak256(`0x${'2'.padStart(64, '0')}1234`)
  expect(after).toContain(`Calldata Digest${digest}`)
  expect(after).toContain('No data, so no digest')
})

test('of the end of a delegation: closed, then that it has no data', async () => {
  const calls = [{ to: alice, value: '0x0', data: '0x' }]
  const row = rowOf([{ from: alice, chainId: 8453, atomicRequired: false, calls, revokes: bob }])
  await dom.show(Revoke, { row, waiting: 1, from: alice, chainId: 8453, revokes: bob })
  const [before, after] = await opened()
  expect(before).not.toContain('No data, so no digest')
  expect(after).toContain('No data, so no digest')
})
