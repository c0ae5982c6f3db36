import 'fake-indexeddb/auto'
import { vi } from 'vitest'

// Pages have it, Node does not: what a listener throws is reported here and ends nothing.
if (!('reportError' in globalThis)) Object.assign(globalThis, { reportError: vi.fn() })
