import 'fake-indexeddb/auto'
import { afterAll, afterEach, vi } from 'vitest'

// Pages have it, Node does not: what a listener throws is reported here and ends nothing.
if (!('reportError' in globalThis)) Object.assign(globalThis, { reportError: vi.fn() })
const reportError = vi.mocked(globalThis.reportError)

// By itself it waits one second, and no test is about how fast the machine is.
const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, { timeout: 60_000, ...(typeof options === 'object' ? options : {}) })

vi.mock('wxt/browser', async () => ({
  browser: { i18n: (await import('./i18n')).i18n, runtime: { getURL: (path: string) => path } },
}))

// Files share a worker: a fake of `fetch` must not outlive its test, nor thousands of reports theirs.
afterEach(() => {
  vi.unstubAllGlobals()
  reportError.mockClear()
})

// A part of a screen that still loads when its file ends would load with the next file's fakes, or with none, and
// files share what was loaded.
afterAll(() => vi.dynamicImportSettled())
