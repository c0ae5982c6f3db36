import { format, isObject, parse } from './json'

const prefix = '#batch='

// Both are of whoever sends the batch, and a link may be made by hand.
const carriedOf = ({ from: _from, id: _id, ...carried }: Record<string, unknown>) => carried

/** Writes an address of this page that carries a batch without its sender and id. */
export const linkTo = (page: string, batch: Record<string, unknown>) =>
  `${page.split('#')[0]}${prefix}${encodeURIComponent(JSON.stringify(carriedOf(batch)))}`

/** Reads the batch that an address carries, for the editor, without sender and id; null if it carries none. */
export const readLink = (hash: string): { text: string } | { problem: string } | null => {
  if (!hash.startsWith(prefix)) return null
  const problem = 'The link is damaged: ask for it again, and copy it whole.'
  try {
    const parsed = parse(decodeURIComponent(hash.slice(prefix.length)))
    return 'value' in parsed && isObject(parsed.value)
      ? { text: format(carriedOf(parsed.value)) }
      : { problem }
  } catch {
    return { problem }
  }
}

/** Puts the sender into a batch that has none. */
export const withSender = (text: string, from: string) => {
  const parsed = parse(text)
  if (!('value' in parsed) || !isObject(parsed.value) || 'from' in parsed.value) return text
  const { version, ...rest } = parsed.value
  return format({ ...(version === undefined ? {} : { version }), from, ...rest })
}
