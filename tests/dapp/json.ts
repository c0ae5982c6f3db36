/** JSON as the page shows it. */
export const format = (value: unknown) =>
  value === undefined ? 'undefined' : JSON.stringify(value, null, 2)

/** The value of a JSON text, or the parser's own sentence on what is wrong with it. */
export const parse = (text: string): { value: unknown } | { problem: string } => {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Whether a parsed value is a JSON object, whose fields can be read and set. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
