import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Begin } from '@/components/welcome/Begin'
import { Choose } from '@/components/welcome/Choose'
import type { Way } from '@/components/welcome/Choose'
import { openDom } from './dom'

vi.mock('wxt/browser', async () => ({ browser: { i18n: (await import('../i18n')).i18n } }))
vi.mock('@/components/store/session', () => ({
  setWelcoming: () => undefined,
  wallet: () => Promise.resolve('six words that nobody could guess'),
}))

const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() }

let dom: Awaited<ReturnType<typeof openDom>>
let own: EventTarget

/** Opens a page with a clipboard, a width, and events of its window. */
const openPage = async () => {
  dom = await openDom()
  own = new EventTarget()
  vi.stubGlobal('navigator', { userAgent: '', platform: '', clipboard })
  vi.stubGlobal('innerWidth', 1100)
  vi.stubGlobal('addEventListener', own.addEventListener.bind(own))
  vi.stubGlobal('removeEventListener', own.removeEventListener.bind(own))
}

beforeEach(async () => {
  await openPage()
  clipboard.writeText.mockReset().mockResolvedValue()
})
afterEach(() => dom.close())

const begin = (way: Way) =>
  dom.show(Begin, { way, onBack: () => undefined, onPhrase: () => undefined })

const typesOf = () =>
  [...document.querySelectorAll('input')].map((input) => input.getAttribute('type'))

test('who comes from another wallet reads that its phrase fits', async () => {
  await dom.show(Choose, { onChoose: () => undefined })
  expect(dom.text()).toContain(
    'You can import any recovery phrase of 12 to 24 words. MetaMask’s works too.',
  )
})

test('a new wallet says its three steps beforehand, an imported one has no such steps', async () => {
  const steps = 'Three steps: choose a password, write down your words, then check three.'
  await begin('new')
  expect(dom.text()).toContain(steps)
  await dom.close()
  await openPage()
  await begin('key')
  expect(dom.text()).not.toContain(steps)
})

test('a new password is hidden, shown on a press in both fields, and hidden again', async () => {
  await begin('new')
  expect(typesOf()).toEqual(['password', 'password'])
  await dom.press('Show password')
  expect(typesOf()).toEqual([null, null])
  await dom.press('Hide password')
  expect(typesOf()).toEqual(['password', 'password'])
})

test('a password that is shown is hidden when the window loses the focus', async () => {
  await begin('new')
  await dom.press('Show password')
  await dom.settle(() => own.dispatchEvent(new Event('blur')))
  expect(typesOf()).toEqual(['password', 'password'])
})

test('a suggested password can be copied to where it is kept', async () => {
  await begin('new')
  await dom.press('Suggest a passphrase')
  const copy = document.querySelector('[aria-label="Copy passphrase"]')
  await dom.settle(() => copy?.dispatchEvent(new window.Event('click', { bubbles: true })))
  expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith('six words that nobody could guess')
})
