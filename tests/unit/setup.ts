import 'fake-indexeddb/auto'
import type * as HashWasm from 'hash-wasm'
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

// A key that was derived from these very bytes is not derived again: it takes half a second, and nearly all tests of a
// vault unlock it. Each caller gets bytes of its own.
vi.mock('hash-wasm', async (original) => {
  const real = await original<typeof HashWasm>()
  const known = new Map<string, Promise<Uint8Array>>()
  type Options = Parameters<typeof real.argon2id>[0] & { outputType: 'binary' }
  const argon2id = async (options: Options) => {
    const asked = JSON.stringify([options, Array.from(options.salt as Uint8Array)])
    const derived = known.get(asked) ?? real.argon2id(options)
    known.set(asked, derived)
    return (await derived).slice()
  }
  return { ...real, argon2id }
})

// Files share a worker: a fake of `fetch` must not outlive its test, nor thousands of reports theirs.
afterEach(() => {
  vi.unstubAllGlobals()
  reportError.mockClear()
})

// A part of a screen that still loads when its file ends would load with the next file's fakes, or with none, and
// files share what was loaded.
afterAll(() => vi.dynamicImportSettled())
