/** Longest answer that is taken from a node, in bytes: one without an end would fill the worker's memory. */
export const longestAnswer = 16 * 1024 * 1024

/** Message of the error for an answer that is longer than it may be. */
export const tooLong = 'too long'

/** Reads a response as text. Rejects, and lets the rest go, once it is longer than it may be, in bytes. */
export const readBody = async (response: Response, longest = longestAnswer): Promise<string> => {
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
