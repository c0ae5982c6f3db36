import 'fake-indexeddb/auto'
import { afterEach, vi } from 'vitest'

// Pages have it, Node does not: what a listener throws is reported here and ends nothing.
if (!('reportError' in globalThis)) Object.assign(globalThis, { reportError: vi.fn() })

// Files share a worker: a fake of `fetch` must not outlive its test.
afterEach(() => {
  vi.unstubAllGlobals()
})
