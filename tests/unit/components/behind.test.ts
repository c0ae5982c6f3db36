import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { problemIn } from '@/components/batches/acted'
import { Behind } from '@/components/batches/Behind'
import type { ReplacementProps } from '@/components/batches/Replacement'
import { makeBatch } from '../batch/batches'

// Test files share modules in a worker: these are loaded with this file's fakes, and thrown away with them.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})

const session = vi.hoisted(() => ({ wallet: vi.fn() }))
vi.mock('@/components/store/session', () => session)

/** Props of the dialog: it opens by a click, which no static page has. */
const dialog = vi.hoisted(() => ({ given: [] as unknown[] }))
vi.mock('@/components/batches/ReplaceButton', () => ({
  ReplaceButton: (props: { label: string }) => {
    dialog.given.push(props)
    return props.label
  },
}))

beforeEach(() => dialog.given.splice(0))

const base = 8453
const local = 31337

/** The words and buttons on the page of a batch that waits for others' nonces. */
const said = (isWaiting: boolean, isGap: boolean, chainId = base): string[] =>
  renderToStaticMarkup(
    createElement(Behind, {
      batch: makeBatch({ mode: 'one', chainId }),
      behind: { missing: [41, 1042], isWaiting, isGap },
    }),
  )
    .replace(/<svg.*?<\/svg>/g, '')
    .split(/<[^>]*>/)
    .filter(Boolean)

test('the nonces of another wallet’s transactions are named, and nothing is to be done', () => {
  expect(said(true, false)).toEqual([
    'Transactions of another wallet come first, at nonces: 41, 1,042.',
  ])
})

test('nonces that nobody uses are named before they count as a gap', () => {
  expect(said(false, false)).toEqual([
    'It waits for unused nonces: 41, 1,042. No node has a transaction there.',
  ])
})

test('a gap can be filled, and on a local chain the batch can be given up', () => {
  expect(said(false, true).slice(1)).toEqual(['Fill the gap'])
  expect(said(false, true, local).slice(1)).toEqual(['Fill the gap', 'Give it up'])
  expect(said(false, false, local)).toHaveLength(1)
})

test('the gap is filled for exactly the price that was agreed to, or not at all', async () => {
  said(false, true)
  const { act, by, text } = dialog.given[0] as ReplacementProps
  expect(by).toBe('fill')
  const words = renderToStaticMarkup(createElement('p', {}, text(['0.1 ETH', '0.3 ETH'])))
  for (const part of ['41, 1,042', '0.3 ETH']) expect(words).toContain(part)
  expect(words).not.toContain('0.1 ETH')

  expect(await act(undefined)).toBe('done')
  expect(session.wallet).not.toHaveBeenCalled()
  const price = {
    fees: { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' },
    ceiling: '0x7',
  } as const
  session.wallet.mockResolvedValueOnce('done')
  expect(await act(price)).toBe('done')
  expect(session.wallet).toHaveBeenCalledWith('fillGap', {
    key: expect.any(String) as string,
    price,
  })
  const problems = await Promise.all(
    ['too late', 'used'].map((answer) => {
      session.wallet.mockResolvedValueOnce(answer)
      return act(price)
    }),
  )
  expect(new Set([undefined, ...problems.map(problemIn)]).size).toBe(3)
})
