import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { ChangedBump } from '@/components/batches/ChangedBump'
import type { ReplacementProps } from '@/components/batches/Replacement'
import { SpeedUpButton } from '@/components/batches/SpeedUpButton'
import { fold } from '@/lib/batch/state'
import { did, hashOf, makeBatch } from '../batch/batches'
import { change } from '../simulate/outcomes'

// Test files share modules in a worker: these are loaded with this file's fakes, and thrown away with them.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})

const session = vi.hoisted(() => ({ wallet: vi.fn() }))
vi.mock('@/components/store/session', () => session)
vi.mock('@/components/hooks/queries', () => ({ useKnownTokens: () => ({}) }))
vi.mock('@/components/tokens/useIdentified', () => ({ useIdentified: () => ({}) }))

/** Props of the dialog: it opens by a click, which no static page has. */
const dialog = vi.hoisted(() => ({ given: [] as unknown[] }))
vi.mock('@/components/batches/ReplaceButton', () => ({
  ReplaceButton: (props: { label: string }) => {
    dialog.given.push(props)
    return props.label
  },
}))

beforeEach(() => dialog.given.splice(0))

const batch = makeBatch({ mode: 'one' })

const opened = (): ReplacementProps => {
  const [open] = fold([did.signed('a')]).transactions
  if (!open) throw new Error('nothing is out')
  renderToStaticMarkup(createElement(SpeedUpButton, { batch, open }))
  const [props] = dialog.given
  return props as ReplacementProps
}

const price = { fees: { gasPrice: '0x1' }, ceiling: '0x2', seen: hashOf('outcome') } as const

test.each([
  ['done', 'done'],
  ['device', 'on device'],
  ['changed', { problem: 'It has changed since you looked. Nothing was signed. Look again.' }],
  ['too late', { problem: 'Too late: there is nothing left to speed up.' }],
])('what comes of it is said: %s', async (answer, acted) => {
  session.wallet.mockResolvedValueOnce(answer)
  expect(await opened().act(price)).toEqual(acted)
  expect(session.wallet).toHaveBeenLastCalledWith('speedUp', {
    key: batch.key,
    hash: hashOf('a'),
    price,
  })
})

test('the dialog names what would be worse, old and new', () => {
  expect(opened().batch).toBe(batch)
  const coin = { standard: 'native' } as const
  const [was, is] = [change(coin, -1n * 10n ** 18n), change(coin, -2n * 10n ** 18n)]
  const said = renderToStaticMarkup(
    createElement(ChangedBump, { batch, changed: [{ kind: 'amount', was, is }] }),
  ).replace(/<[^>]*>/g, '')
  expect(said).toContain('worse than what you approved.')
  expect(said).toContain('You send −2 ETH; you approved −1 ETH')
})
