/** Formats a value as indented JSON. */
export const format = (value: unknown) =>
  value === undefined ? 'undefined' : JSON.stringify(value, null, 2)

/** Parses JSON; returns the value, or the parser's error message. */
export const parse = (text: string): { value: unknown } | { problem: string } => {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** True if a parsed value is a JSON object and not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
