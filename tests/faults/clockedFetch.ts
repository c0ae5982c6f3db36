import type { Activity } from './activity.ts'
import type { Clock } from './clock.ts'

/**
 * Connects the wallet's real HTTP client to the chains of the test by replacing `fetch`; timeouts run by the
 * test's clock. Returns how to undo it.
 */
export const connectClockedFetch = (
  clock: Clock,
  { requests, held }: Activity,
  urlOf: (asked: string) => string | undefined,
): (() => void) => {
  const { fetch } = globalThis
  const limit = AbortSignal.timeout.bind(AbortSignal)
  const forget = new WeakMap<AbortSignal, () => void>()

  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    const late = () => controller.abort(new DOMException('it took too long', 'TimeoutError'))
    forget.set(controller.signal, clock.after(ms, late))
    return controller.signal
  }

  globalThis.fetch = async (asked, init) => {
    const url = typeof asked === 'string' ? urlOf(asked) : undefined
    if (!url) return fetch(asked, init)
    const { id } = JSON.parse(init?.body as string) as { id: number }
    requests.add(id)
    try {
      const response = await fetch(url, init)
      const { status, headers } = response
      return new Response(await response.text(), { status, headers })
    } finally {
      requests.delete(id)
      held.delete(id)
      if (init?.signal) forget.get(init.signal)?.()
    }
  }

  return () => {
    globalThis.fetch = fetch
    AbortSignal.timeout = limit
  }
}
