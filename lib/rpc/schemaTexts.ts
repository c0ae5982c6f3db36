import * as z from 'zod/mini'

/** Units of what is measured by its length. */
const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items' }

type Bound = { origin: string; exact?: boolean | undefined; inclusive?: boolean | undefined }

const bound = ({ origin, exact, inclusive }: Bound, sign: string, limit: number | bigint) => {
  const unit = units[origin]
  const range = `${exact ? 'exactly ' : `${sign}${inclusive ? '=' : ''}`}${limit}`
  return `expected ${origin} to ${unit ? `have ${range} ${unit}` : `be ${range}`}`
}

/** Says what was expected of a value, in zod's own words: its table has those of a hundred rules that no schema here uses. */
export const schemaText: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `Invalid input: expected ${issue.expected}, received ${z.util.parsedType(issue.input)}`
    case 'invalid_value': {
      const values = z.util.joinValues(issue.values)
      return issue.values.length === 1
        ? `Invalid input: expected ${values}`
        : `Invalid option: expected one of ${values}`
    }
    case 'too_big':
      return `Too big: ${bound(issue, '<', issue.maximum)}`
    case 'too_small':
      return `Too small: ${bound(issue, '>', issue.minimum)}`
    case 'unrecognized_keys':
      return `Unrecognized key${issue.keys.length > 1 ? 's' : ''}: ${z.util.joinValues(issue.keys, ', ')}`
    default:
      return 'Invalid input'
  }
}
