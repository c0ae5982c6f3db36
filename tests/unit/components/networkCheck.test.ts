import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNetworkCheck } from '@/components/approvals/useNetworkCheck'
import { openDom } from './dom'

const background = vi.hoisted(() => ({ answer: (): Promise<unknown> => Promise.resolve() }))

vi.mock('@/components/store/session', () => ({ wallet: () => background.answer() }))
vi.mock('wxt/browser', async () => ({ browser: { i18n: (await import('../i18n')).i18n } }))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
})
afterEach(() => dom.close())

const show = () =>
  dom.show(() => {
    const { site } = useNetworkCheck('id', 10, undefined)
    return createElement(
      'div',
      {},
      `${JSON.stringify(site.check)} ${site.error ?? 'no error'}`,
      createElement('button', { onClick: () => site.ask() }, 'ask'),
    )
  }, {})

test('a check of a network that fails says so, and can be asked for again', async () => {
  background.answer = () => Promise.reject(new Error('4901'))
  await show()
  await dom.press('ask')
  expect(dom.text()).toMatch(/^"not asked" .*answer.*ask$/)
  background.answer = () => Promise.resolve([{ found: 'ok' }])
  await dom.press('ask')
  expect(dom.text()).toBe('[{"found":"ok"}] no errorask')
})
