import { powers } from '../realm/powers'

/** Longest answer that is taken from a node, in bytes: one without an end would fill the worker's memory. */
export const longestAnswer = 16 * 1024 * 1024

/** Message of the error for an answer that is longer than it may be. */
export const tooLong = 'too long'

/**
 * Posts JSON and returns the answer, of at most so many bytes. Nothing of the user's goes along, and nothing is followed.
 * Rejects where there is no whole answer within `timeout`, in ms.
 */
export const postJson = async (
  url: string,
  body: string,
  timeout: number,
  longest?: number,
): Promise<{ status: number; text: string }> => {
  const response = await powers.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    // Who redirects would have a host asked that nobody chose.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  return { status: response.status, text: await readBody(response, longest) }
}

/** Reads a response as text. Rejects, and lets the rest go, once it is longer than it may be, in bytes. */
const readBody = async (response: Response, longest = longestAnswer): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > longest) {
      void reader.cancel().catch(() => undefined)
      throw new Error(tooLong)
    }
    text += decoder.decode(value, { stream: true })
  }
}
