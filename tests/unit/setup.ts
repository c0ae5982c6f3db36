import 'fake-indexeddb/auto'
import { afterEach, vi } from 'vitest'

// Pages have it, Node does not: what a listener throws is reported here and ends nothing.
if (!('reportError' in globalThis)) Object.assign(globalThis, { reportError: vi.fn() })

vi.mock('wxt/browser', async () => ({
  browser: { i18n: (await import('./i18n')).i18n, runtime: { getURL: (path: string) => path } },
}))

// Files share a worker: a fake of `fetch` must not outlive its test.
afterEach(() => {
  vi.unstubAllGlobals()
})
