import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce } from '@/lib/page/announce'
import type { Provider } from '@/lib/page/eip1193'

type Announced = { info: { uuid: string }; provider: Provider }

const provider = {} as Provider

beforeEach(() => vi.stubGlobal('window', new EventTarget()))

afterEach(() => vi.unstubAllGlobals())

/** Announces to the page, which asks once more; returns the details of all events. */
const announced = (): Announced[] => {
  const details: Announced[] = []
  window.addEventListener('eip6963:announceProvider', (event) =>
    details.push((event as CustomEvent<Announced>).detail),
  )
  announce(provider)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return details
}

test('a page is told the same at load and whenever it asks, under a random UUID of version 4', () => {
  vi.stubGlobal('isSecureContext', true)
  const [first, again, ...others] = announced()
  expect(first?.info.uuid).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(first?.provider).toBe(provider)
  expect(again).toBe(first)
  expect(others).toEqual([])
})

test('a frame within an insecure page has no `randomUUID`, and is told one all the same', () => {
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) })
  expect(announced()[0]?.info.uuid).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
})
