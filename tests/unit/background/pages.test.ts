import { afterAll, expect, test, vi } from 'vitest'
import { openPages } from '@/lib/background/pages'
import type { PageAnswers } from '@/lib/wallet/answers'

type Hear = (message: unknown) => void

/** A fake of the browser, which tests have none of: it hands out Ports. */
const seen = vi.hoisted(() => ({ connect: undefined as ((port: object) => void) | undefined }))

// Test files share modules in a worker: these have to be loaded with this file's fake browser.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('wxt/browser', () => ({
  browser: {
    runtime: {
      id: 'volley',
      getURL: (path: string) => `chrome-extension://volley${path}`,
      onConnect: { addListener: (listener: (port: object) => void) => (seen.connect = listener) },
    },
  },
}))

test('a page approves nothing before requests whose page has gone are marked', async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<number>()
  const perform = vi.fn(() => Promise.resolve('done'))
  openPages({
    vault: { hasVault: () => Promise.resolve(true), isUnlocked: () => Promise.resolve(true) },
    isDiskRefusing: () => false,
    answers: () => Promise.resolve({ perform } as unknown as PageAnswers),
    started,
  })
  const posted: unknown[] = []
  let hear: Hear = () => undefined
  seen.connect?.({
    name: 'wallet',
    sender: { id: 'volley', url: 'chrome-extension://volley/popup.html' },
    postMessage: (message: unknown) => posted.push(message),
    onMessage: { addListener: (listener: Hear) => (hear = listener) },
    onDisconnect: { addListener: () => undefined },
  })
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  hear({ id: 1, verb: 'approve', params: null })
  // Macrotasks come after all that an answer without a wait would need.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve))
  expect(perform).not.toHaveBeenCalled()
  start(0)
  await vi.waitFor(() => expect(posted).toHaveLength(2))
  expect(perform).toHaveBeenCalledWith('approve', null)
})
