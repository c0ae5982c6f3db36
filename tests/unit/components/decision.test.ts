import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDecision } from '@/components/approvals/useDecision'
import { useApprovalDraft } from '@/components/store/approval'
import { openDom } from './dom'

const told = vi.hoisted(() => ({ wallet: vi.fn<(verb: string, params: unknown) => unknown>() }))

vi.mock('wxt/browser', async () => ({ browser: { i18n: (await import('../i18n')).i18n } }))
vi.mock('@/components/store/session', () => told)

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
  told.wallet.mockReset()
})
afterEach(() => dom.close())

/** Shows a page; returns what happens from then on, in order: it is drawn, or tells the background something. */
const shown = async (find: () => Promise<unknown> = () => Promise.resolve({ gas: [] })) => {
  const happened: string[] = []
  await dom.show(() => {
    const decide = useDecision('id')
    const decided = useApprovalDraft((store) => store.decided)
    happened.push(`drawn ${decide.isPending ? 'pending' : 'idle'}`)
    return createElement(
      'div',
      {},
      `${decide.isPending ? 'pending' : 'idle'}, ${decided ?? 'undecided'}, ${decide.error ?? 'no error'}`,
      createElement('button', { onClick: () => decide.approve(find) }, 'Approve'),
      createElement('button', { onClick: decide.reject }, 'Reject'),
    )
  }, {})
  happened.length = 0
  return happened
}

const state = () => dom.text().replace('ApproveReject', '')

const click = (name: string, times: number) => {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent === name)
  for (let count = 0; count < times; count++)
    button?.dispatchEvent(new window.Event('click', { bubbles: true }))
}

test('the background is told of the yes before anything is drawn for it', async () => {
  // A quote that is on the screen is found without a wait, yet in several steps.
  const happened = await shown(async () => {
    for (let step = 0; step < 4; step++) await Promise.resolve()
    return { gas: [] }
  })
  const answer = Promise.withResolvers<string>()
  told.wallet.mockImplementation((verb) => {
    happened.push(verb)
    return answer.promise
  })
  // As in a browser: `act` would put all drawing off.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  click('Approve', 1)
  await vi.waitFor(() => expect(state()).toBe('pending, id, no error'))
  expect(happened[0]).toBe('approve')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await dom.settle(() => answer.resolve('done'))
  // The buttons stay off until the next request is on the screen.
  expect(state()).toBe('pending, id, no error')
})

test.each(['Approve', 'Reject'])('two clicks on %s at once decide once', async (name) => {
  await shown()
  told.wallet.mockReturnValue(new Promise(() => undefined))
  await dom.settle(() => click(name, 2))
  expect(told.wallet).toHaveBeenCalledOnce()
  expect(state()).toBe('pending, id, no error')
})

test('a yes that came to nothing can be given again', async () => {
  await shown()
  told.wallet.mockResolvedValueOnce('locked')
  await dom.press('Approve')
  expect(state()).toMatch(/^idle, undecided, (?!no error)/)
  told.wallet.mockResolvedValueOnce('done')
  await dom.press('Approve')
  expect(told.wallet).toHaveBeenCalledTimes(2)
  expect(state()).toBe('pending, id, no error')
})

test('a click that approves nothing yet leaves the next one its turn', async () => {
  const found: unknown[] = [undefined, { gas: [] }]
  await shown(() => Promise.resolve(found.shift()))
  told.wallet.mockResolvedValue('done')
  await dom.press('Approve')
  expect(told.wallet).not.toHaveBeenCalled()
  expect(state()).toBe('idle, undecided, no error')
  await dom.press('Approve')
  expect(told.wallet).toHaveBeenCalledExactlyOnceWith('approve', {
    id: 'id',
    decision: { gas: [] },
  })
})
