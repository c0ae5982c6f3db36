/** Returns the index after a string that begins at `at`; -1 if it has no end. */
const endOfString = (text: string, at: number): number => {
  let end = at
  for (;;) {
    end = text.indexOf('"', end + 1)
    if (end < 0) return -1
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end + 1
  }
}

const plain = /[\w.+-]*/y

/** Returns the index after a value that begins at `at`, by its quotes or brackets; -1 if it has no end. */
const endOfValue = (text: string, at: number): number => {
  if (!/["{[]/.test(text[at] ?? '')) {
    plain.lastIndex = at
    plain.test(text)
    return plain.lastIndex > at ? plain.lastIndex : -1
  }
  let depth = 0
  let index = at
  do {
    const char = text[index]
    if (char === '"') {
      index = endOfString(text, index)
      if (index < 0) return -1
    } else {
      if (char === '{' || char === '[') depth++
      else if (char === '}' || char === ']') depth--
      index++
    }
  } while (depth > 0 && index < text.length)
  return depth > 0 ? -1 : index
}

/** The most members of an answer; JSON-RPC names four. */
const most = 16

const space = /\s*/y

const skip = (text: string, at: number): number => {
  space.lastIndex = at
  space.test(text)
  return space.lastIndex
}

/**
 * Takes a node's answer (JSON-RPC 2.0) apart into the texts of its members, without parsing them: a megabyte of logs is
 * parsed once, in the page. Undefined unless the text is one object, whole, with each name once. A text is one value
 * between its own quotes or brackets; what is wrong within them, its parser finds.
 */
export const membersOf = (text: string): Map<string, string> | undefined => {
  const members = new Map<string, string>()
  let at = skip(text, 0)
  if (text[at] !== '{') return undefined
  do {
    const start = skip(text, at + 1)
    const end = text[start] === '"' ? endOfString(text, start) : -1
    const colon = end < 0 ? end : skip(text, end)
    if (text[colon] !== ':') return undefined
    const name = text.slice(start + 1, end - 1)
    const value = skip(text, colon + 1)
    const after = endOfValue(text, value)
    // No node writes a name with an escape, and one could be the second of its kind.
    if (after < 0 || members.has(name) || name.includes('\\')) return undefined
    if (members.size === most) return undefined
    members.set(name, text.slice(value, after))
    at = skip(text, after)
  } while (text[at] === ',')
  return text[at] === '}' && skip(text, at + 1) === text.length ? members : undefined
}
