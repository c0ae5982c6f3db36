/** A value as it is written in code; `undefined` properties are left out. */
export type Literal =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Literal[]
  | { readonly [key: string]: Literal }

const widest = 88

const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const keyOf = (name: string) => {
  // Written plainly, this one would set the prototype.
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

const list = (open: string, parts: string[], close: string, indent: string) => {
  const gap = open === '{' ? ' ' : ''
  const line = `${open}${gap}${parts.join(', ')}${gap}${close}`
  if (parts.length === 0) return `${open}${close}`
  const isShort = !line.includes('\n') && indent.length + line.length <= widest
  if (isShort) return line
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`
}

/** Writes a value as TypeScript, in the layout of a formatter. */
export const literal = (value: Literal, indent = ''): string => {
  const inner = `${indent}  `
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) {
    const parts = (value as Literal[]).map((part) => literal(part, inner))
    return list('[', parts, ']', indent)
  }
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${keyOf(name)}: ${literal(part, inner)}`)
  return list('{', parts, '}', indent)
}
