import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CopyJson } from '@/components/batches/CopyJson'
import { CopyButton } from '@/components/ui/CopyButton'
import { fold } from '@/lib/batch/state'
import { makeBatch } from '../batch/batches'
import { openDom } from './dom'

vi.mock('wxt/browser', async () => ({ browser: { i18n: (await import('../i18n')).i18n } }))

const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() }

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
  clipboard.writeText.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { userAgent: '', platform: '', clipboard })
})
afterEach(() => dom.close())

const batch = makeBatch()
const view = { batch, state: fold([{ type: 'approved' }]), isQueued: false }

test.each([
  ['an icon', () => dom.show(CopyButton, { text: '0x12', what: 'the hash' }), ''],
  ['a batch', () => dom.show(CopyJson, { view }), 'Copy as JSON'],
])('a copy that the browser refuses is told of: %s', async (_, show, name) => {
  clipboard.writeText.mockRejectedValue(new Error('NotAllowedError'))
  await show()
  await dom.press(name)
  expect(dom.text()).toBe(`${name}Could not copy.`)
  clipboard.writeText.mockResolvedValue()
  await dom.press(name)
  expect(dom.text()).toBe('Copied')
})
