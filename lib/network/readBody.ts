import { powers } from '../realm/powers'

/** Longest answer that is taken from a node, in bytes: one without an end would fill the worker's memory. */
export const longestAnswer = 16 * 1024 * 1024

/** Most bytes of all answers that are being read at once: a site can have many open, and any number of tabs. */
const longestTogether = 4 * longestAnswer

/** Message of the error for an answer that is longer than it may be, by itself or with all others. */
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

type Body = { bytes: number; isLetGo: boolean; reader: ReadableStreamDefaultReader<Uint8Array> }

const bodies = new Set<Body>()

const letGo = (body: Body) => {
  body.isLetGo = true
  bodies.delete(body)
  void body.reader.cancel().catch(() => undefined)
}

/** Lets the longest go if all are too long together: short answers, as most of the wallet's own, always have room. */
const keepWithin = () => {
  let together = 0
  for (const { bytes } of bodies) together += bytes
  if (together <= longestTogether) return
  const [longest] = [...bodies].toSorted((one, other) => other.bytes - one.bytes)
  if (longest) letGo(longest)
}

/**
 * Reads a response as text. Rejects, and lets the rest go, once it is longer than it may be, in bytes, or the longest of
 * too many.
 */
const readBody = async (response: Response, longest = longestAnswer): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const body = { bytes: 0, isLetGo: false, reader }
  bodies.add(body)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (value) body.bytes += value.length
      if (body.bytes > longest) letGo(body)
      keepWithin()
      if (body.isLetGo) throw new Error(tooLong)
      if (done) return text + decoder.decode()
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    bodies.delete(body)
  }
}
