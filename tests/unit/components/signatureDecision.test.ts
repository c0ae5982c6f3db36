import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSignatureDecision } from '@/components/approvals/useSignatureDecision'
import { useAccounts } from '@/components/hooks/queries'
import { journal } from '@/lib/db'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

vi.mock('wxt/browser', async () => ({ browser: { i18n: (await import('../i18n')).i18n } }))
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve('done') }))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  dom = await openDom()
})
afterEach(() => dom.close())

test('Approve for a device says why its decision could not be found', async () => {
  await journal.accounts.put({
    address: alice,
    index: 0,
    name: 'Ledger',
    source: 'ledger',
    devicePath: "m/44'/60'/0'/0/0",
  })
  await dom.show(() => {
    const accounts = useAccounts()
    const { decide, device } = useSignatureDecision('id', alice)
    return createElement(
      'div',
      {},
      `${accounts?.length ?? 'no'} account, ${device ? 'on the device' : 'here'}, ${decide.error ?? 'no error'}`,
      createElement(
        'button',
        { onClick: () => decide.approve(() => Promise.reject(new Error('4901'))) },
        'Approve',
      ),
    )
  }, {})
  const step = () => dom.settle(() => new Promise((resolve) => setImmediate(resolve)))
  while (!dom.text().startsWith('1 account')) await step()
  await dom.press('Approve')
  expect(dom.text()).toMatch(/^1 account, here, .*answer.*Approve$/)
})
