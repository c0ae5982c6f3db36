/** True for an object that is no list, such as one that JSON has in braces. */
export const isObject = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
