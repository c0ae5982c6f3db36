/** Longest answer that is taken from a node, in bytes: one without an end would fill the worker's memory. */
export const longestAnswer = 16 * 1024 * 1024

/** Reads a response as text. Rejects, and lets the rest go, once it is longer than `longestAnswer`. */
export const readBody = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > longestAnswer) {
      void reader.cancel().catch(() => undefined)
      throw new Error('too long')
    }
    text += decoder.decode(value, { stream: true })
  }
}
