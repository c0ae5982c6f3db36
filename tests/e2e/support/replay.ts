import type { Page } from '@playwright/test'
import type { Answer } from './site.ts'

type Port = {
  postMessage: (message: unknown) => void
  onMessage: { addListener: (listener: (message: { id?: string; text?: string }) => void) => void }
}
type World = { chrome: { runtime: { connect: (options: { name: string }) => Port } } }

/**
 * Sends a request over a new Port from the content script's world in a page. A relay does just this after its
 * Port was closed: it replays the request under its ID.
 */
export const replay = async (
  page: Page,
  request: { id: string; method: string; wire: string },
): Promise<Answer> => {
  const session = await page.context().newCDPSession(page)
  const worlds: { id: number; name: string }[] = []
  session.on('Runtime.executionContextCreated', ({ context }) => worlds.push(context))
  await session.send('Runtime.enable')
  const world = worlds.find(({ name }) => name === 'Volley')
  if (!world) throw new Error('The page has no content script of the wallet.')

  const ask = (message: typeof request) =>
    new Promise<string>((resolve) => {
      const { chrome } = globalThis as unknown as World
      const port = chrome.runtime.connect({ name: 'site' })
      port.onMessage.addListener(({ id, text }) => {
        if (id === message.id && text !== undefined) resolve(text)
      })
      port.postMessage(message)
    })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(${ask.toString()})(${JSON.stringify(request)})`,
    contextId: world.id,
    awaitPromise: true,
  })
  await session.detach()
  return JSON.parse(String(result.value)) as Answer
}
