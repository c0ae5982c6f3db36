import { setGlobalConfig, setGlobalMessage, type BaseIssue } from 'valibot'

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Says which type a value should have had, and which it has. */
export const expected = (type: string, value: unknown): string =>
  `is not valid: expected ${type}, received ${kindOf(value)}`

/**
 * Says what was expected of a value. valibot's own sentences repeat the value, which may be a secret, or a
 * megabyte.
 */
const schemaText = ({ kind, type, expected: wanted, input }: BaseIssue<unknown>): string => {
  if (kind === 'schema') {
    if (wanted === 'never')
      return type === 'strict_object' ? 'must have no other fields' : 'must not be there'
    return type === 'union' || type === 'custom'
      ? 'is not valid'
      : expected(wanted === 'Array' ? 'array' : (wanted ?? type), input)
  }
  if (type === 'safe_integer') return 'must be a whole number'
  if (type.endsWith('_value')) return `must be ${wanted}`
  if (!type.endsWith('length')) return 'is not valid'
  const unit = typeof input === 'string' ? 'characters' : 'items'
  return `must have ${wanted?.replace(/^(?=\d)/, 'exactly ')} ${unit}`
}

setGlobalMessage(schemaText)

// One issue is told, and a page may send half a million.
setGlobalConfig({ abortEarly: true })
