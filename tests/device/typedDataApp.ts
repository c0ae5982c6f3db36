import { concatBytes, keccak256, stringToBytes } from 'viem'
import { fail, words } from './words.ts'

/** A field of a struct as the app keeps it. `levels`: for each pair of brackets its length, null where none is fixed. */
type Field = {
  type: number
  size: number | undefined
  struct: string
  levels: (number | null)[]
  name: string
}
type Struct = { name: string; fields: Field[] }

/** A value that the app waits for. */
type Wanted = { kind: 'array'; fixed: number | null } | { kind: 'field'; field: Field }

const keccak = (bytes: Uint8Array): Uint8Array => keccak256(bytes, 'bytes')

/** Names of native types by number (sol_typenames.c). */
const names = ['', 'int', 'uint', 'address', 'bool', 'string', 'bytes', 'bytes']

const typeName = ({ type, size, struct }: Field): string => {
  if (type === 0) return struct
  const digits = type === 6 ? size : size && size * 8
  return `${names[type]}${digits ?? ''}`
}

const isDynamic = ({ type }: Field): boolean => type === 5 || type === 7

const maxPathDepth = 16
const maxArrayDepth = 8

/** Creates the app's memory of typed data (src/features/sign_message_eip712). It outlives commands of other kinds. */
export const createTypedData = () => {
  let structs: Struct[] = []
  let isDefined = false
  let isThere = false
  let root: Struct | undefined
  let rootKind: 'none' | 'domain' | 'message' = 'none'
  let domainHash: Uint8Array | undefined
  let messageHash: Uint8Array | undefined
  let walk: Generator<Wanted, Uint8Array, Uint8Array> | undefined
  let wanted: Wanted | undefined
  let part: { left: number; bytes: number[] } | undefined

  const forget = () => {
    structs = []
    isDefined = false
    isThere = false
    root = undefined
    rootKind = 'none'
    domainHash = undefined
    messageHash = undefined
    walk = undefined
    wanted = undefined
    part = undefined
  }

  /** Finds the first struct of a name: a second definition is kept and never found. */
  const find = (name: string): Struct =>
    structs.find((struct) => struct.name === name) ?? fail(words.incorrectData)

  const encodeType = (name: string): string => {
    const found = new Set<string>()
    const visit = (struct: string) => {
      for (const field of find(struct).fields)
        if (field.type === 0 && field.struct !== name && !found.has(field.struct)) {
          found.add(field.struct)
          visit(field.struct)
        }
    }
    visit(name)
    return [name, ...[...found].sort()]
      .map((one) => {
        const fields = find(one).fields.map((field) => {
          const brackets = field.levels.map((length) => `[${length ?? ''}]`).join('')
          return `${typeName(field)}${brackets} ${field.name}`
        })
        return `${one}(${fields.join(',')})`
      })
      .join('')
  }

  const word = (field: Field, data: Uint8Array): Uint8Array => {
    if (isDynamic(field)) return keccak(data)
    if (data.length > 32) return fail(words.incorrectData)
    if (field.type === 3 && data.length !== 20) return fail(words.incorrectData)
    if (field.type === 4 && data.length !== 1) return fail(words.incorrectData)
    if (field.type === 1 && data.length === 0) return fail(words.incorrectData)
    const isNegative =
      field.type === 1 && data.length === field.size && ((data[0] ?? 0) & 0x80) !== 0
    const padded = new Uint8Array(32).fill(isNegative ? 0xff : 0)
    padded.set(data, field.type === 6 ? 0 : 32 - data.length)
    return padded
  }

  function* hashStruct(
    name: string,
    depth: number,
    arrays: number,
  ): Generator<Wanted, Uint8Array, Uint8Array> {
    // A struct without fields leaves the app's path where it was (`path_update`).
    if (depth > maxPathDepth || find(name).fields.length === 0) fail(words.noInfo)
    const parts = [keccak(stringToBytes(encodeType(name)))]
    for (const field of find(name).fields)
      parts.push(yield* hashValue(field, field.levels, depth, arrays))
    return keccak(concatBytes(parts))
  }

  function* hashValue(
    field: Field,
    levels: (number | null)[],
    depth: number,
    arrays: number,
  ): Generator<Wanted, Uint8Array, Uint8Array> {
    const fixed = levels.at(-1)
    if (fixed !== undefined) {
      if (arrays === maxArrayDepth) fail(words.incorrectData)
      const [length = 0] = yield { kind: 'array', fixed }
      const items: Uint8Array[] = []
      for (let item = 0; item < length; item++)
        items.push(yield* hashValue(field, levels.slice(0, -1), depth, arrays + 1))
      return keccak(concatBytes(items))
    }
    if (field.type === 0) return yield* hashStruct(field.struct, depth + 1, arrays)
    return word(field, yield { kind: 'field', field })
  }

  const advance = (given?: Uint8Array) => {
    const step = walk?.next(given ?? new Uint8Array())
    if (!step) return fail(words.incorrectData)
    if (!step.done) wanted = step.value
    else {
      wanted = undefined
      walk = undefined
      if (rootKind === 'domain') domainHash = step.value
      else messageHash = step.value
    }
  }

  const readField = (data: Uint8Array): Field => {
    const bytes = [...data]
    const take = () => bytes.shift() ?? fail(words.incorrectData)
    const text = () => {
      const length = take()
      if (bytes.length < length) fail(words.incorrectData)
      return String.fromCharCode(...bytes.splice(0, length))
    }
    const mark = take()
    const type = mark & 0x0f
    const size = (mark & 0x40) === 0 ? undefined : take()
    if (size !== undefined && type === 0) fail(words.incorrectData)
    const struct = type === 0 ? text() : ''
    const levels =
      (mark & 0x80) === 0
        ? []
        : Array.from({ length: take() }, () => {
            const kind = take()
            if (kind > 1) fail(words.incorrectData)
            return kind === 1 ? take() : null
          })
    const name = text()
    if (bytes.length > 0) fail(words.incorrectData)
    return { type, size, struct, levels, name }
  }

  const define = (p2: number, data: Uint8Array): void => {
    isThere = true
    if (isDefined) fail(words.noInfo)
    if (p2 === 0x00) structs.push({ name: new TextDecoder().decode(data), fields: [] })
    else if (p2 === 0xff) (structs.at(-1) ?? fail(words.incorrectData)).fields.push(readField(data))
    else fail(words.wrongParameters)
  }

  const fill = (p1: number, p2: number, data: Uint8Array, mayShow: boolean): void => {
    if (!isThere) fail(words.notAllowed)
    if (p2 === 0x00) {
      const next = find(new TextDecoder().decode(data))
      if (next === root) fail(words.noInfo)
      const isDomain = next.name === 'EIP712Domain'
      if (isDomain ? rootKind !== 'none' : rootKind !== 'domain') fail(words.noInfo)
      root = next
      rootKind = isDomain ? 'domain' : 'message'
      isDefined = true
      if (!mayShow) fail(words.incorrectData)
      walk = hashStruct(next.name, 1, 0)
      advance()
      return
    }
    if (p2 === 0x0f) {
      if (wanted?.kind !== 'array' || data.length !== 1) return fail(words.incorrectData)
      if (wanted.fixed !== null && wanted.fixed !== data[0]) fail(words.incorrectData)
      advance(data)
      return
    }
    if (p2 !== 0xff) fail(words.wrongParameters)
    if (wanted?.kind !== 'field') return fail(words.incorrectData)
    const isFirst = part === undefined
    if (isFirst && data.length < 2) fail(words.incorrectData)
    part ??= { left: (data[0] ?? 0) * 256 + (data[1] ?? 0), bytes: [] }
    const content = isFirst ? data.subarray(2) : data
    if (content.length > part.left) fail(words.incorrectData)
    part.bytes.push(...content)
    part.left -= content.length
    const isPartial = p1 !== 0x00
    if (part.left === 0) {
      if (isPartial) fail(words.incorrectData)
      const whole = Uint8Array.from(part.bytes)
      part = undefined
      advance(whole)
    } else if (!isPartial || !isDynamic(wanted.field)) fail(words.incorrectData)
  }

  const hashes = (): { domainHash: Uint8Array; messageHash: Uint8Array } => {
    if (!isThere) return fail(words.notAllowed)
    if (!domainHash || !messageHash || wanted) return fail(words.incorrectData)
    return { domainHash, messageHash }
  }

  return { define, fill, hashes, forget }
}
