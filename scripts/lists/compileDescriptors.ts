import { toFunctionSelector, type AbiParameter, type Address } from 'viem'
import { parametersOf } from '../../lib/decode/descriptors/parameters.ts'
import type {
  Descriptor,
  FormatField,
  Format,
  Registry,
} from '../../lib/decode/descriptors/registry.ts'

/** The parts of a descriptor (ERC-7730) that are compiled; another one throws, so that none is overlooked. */
export type Source = {
  $schema?: string
  includes?: string | string[]
  context?: {
    $id?: string
    contract?: { deployments?: Deployment[] }
    eip712?: {
      deployments?: Deployment[]
      domain?: Record<string, unknown>
      schemas?: unknown
    }
  }
  metadata?: Record<string, unknown> & { owner?: string; contractName?: string }
  display?: { definitions?: Record<string, SourceField>; formats?: Record<string, SourceFormat> }
}
export type Sources = Readonly<Record<string, Source>>
type Deployment = { chainId: number; address: string }
type SourceFormat = { intent?: string; fields?: SourceField[]; $id?: string }
type SourceField = {
  path?: string
  value?: unknown
  label?: string
  format?: string
  params?: Record<string, unknown>
  visible?: unknown
  fields?: SourceField[]
  $ref?: string
  $id?: string
}

const listOf = <Item>(value: Item | Item[] | undefined): Item[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const fail = (why: string): never => {
  throw new Error(why)
}

const known = (what: string, object: object, keys: readonly string[]): void => {
  for (const key of Object.keys(object))
    if (!keys.includes(key)) fail(`${what}: ${key} is not known`)
}

/** Adds the fields of a file to those it includes: the same path replaces, another one is appended. */
const mergeFields = (below: SourceField[], above: SourceField[]): SourceField[] =>
  above.reduce<SourceField[]>((fields, field) => {
    const at = fields.findIndex(
      (one) =>
        (field.path !== undefined && one.path === field.path) ||
        (field.value !== undefined && one.value === field.value),
    )
    const old = fields[at]
    if (!old) return [...fields, field]
    return fields.with(at, { ...old, ...field, params: { ...old.params, ...field.params } })
  }, below)

const merge = (below: Source, above: Source): Source => {
  const formats = { ...below.display?.formats }
  for (const [key, format] of Object.entries(above.display?.formats ?? {})) {
    const old = formats[key]
    formats[key] = old
      ? { ...old, ...format, fields: mergeFields(old.fields ?? [], format.fields ?? []) }
      : format
  }
  return {
    context: { ...below.context, ...above.context },
    metadata: { ...below.metadata, ...above.metadata },
    display: {
      definitions: { ...below.display?.definitions, ...above.display?.definitions },
      formats,
    },
  }
}

const pathOf = (from: string, include: string): string => {
  const parts = from.split('/').slice(0, -1)
  for (const part of include.split('/')) {
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

/** A descriptor with what it includes. */
export const resolve = (sources: Sources, name: string): Source => {
  const source = sources[name] ?? fail(`${name} is missing`)
  known(name, source, ['$schema', 'includes', 'context', 'metadata', 'display'])
  return merge(
    listOf(source.includes)
      .map((include) => resolve(sources, pathOf(name, include)))
      .reduce(merge, {}),
    source,
  )
}

/** Follows `$.metadata.constants.max`; another value is one itself. */
const constant = (source: Source, value: unknown): unknown => {
  if (typeof value !== 'string' || !value.startsWith('$.')) return value
  return value
    .slice(2)
    .split('.')
    .reduce<unknown>((at, part) => {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part))
        return fail(`${value} leads nowhere`)
      return (at as Record<string, unknown>)[part]
    }, source)
}

const text = (what: string, value: unknown): string =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : fail(`${what} must be a text: ${JSON.stringify(value)}`)

const address = (value: unknown): Address => {
  const found = text('an address', value).toLowerCase()
  return /^0x[0-9a-f]{40}$/.test(found) ? (found as Address) : fail(`${found} is no address`)
}

/** Joins the path of a group and of a field within it. */
const join = (base: string, path: string): string =>
  base === '' || /^[#@$]/.test(path) ? path : `${base}.${path}`

/** One path for one place: `#.a` is `a`. */
const plainPath = (path: string): string => path.replace(/^#\./, '')

type Names = { index: (names: Record<string, string>) => number }

const formatOf = (
  source: Source,
  { format = 'raw', params = {} }: SourceField,
  base: string,
  names: Names,
): FormatField['format'] => {
  const allow = (...keys: string[]) => known(format, params, keys)
  const path = (name: string): string | undefined => {
    const given = params[`${name}Path`]
    if (given !== undefined) return plainPath(join(base, text(name, given)))
    const fixed = constant(source, params[name])
    return fixed === undefined ? undefined : address(fixed)
  }
  switch (format) {
    case 'raw':
      allow()
      return { kind: 'raw' }
    case 'amount':
    case 'duration':
      allow()
      return { kind: format }
    case 'date':
      allow('encoding')
      return params.encoding === 'timestamp' ? { kind: 'date' } : fail('a date in blocks')
    // Types and sources say which names may stand for an address: the wallet has its own.
    case 'addressName':
      allow('types', 'sources', 'senderAddress')
      return { kind: 'address' }
    case 'unit': {
      allow('base', 'decimals', 'prefix')
      const { decimals } = params
      const unit = String(constant(source, params.base)).trim()
      return typeof decimals === 'number'
        ? { kind: 'unit', unit, decimals }
        : { kind: 'unit', unit }
    }
    case 'enum': {
      allow('$ref')
      const meanings = constant(source, params.$ref) as Record<string, string>
      return { kind: 'enum', names: names.index(meanings) }
    }
    case 'nftName':
      allow('collection', 'collectionPath')
      return { kind: 'item', collection: path('collection') ?? '@.to' }
    case 'calldata': {
      allow('calleePath', 'amountPath', 'spenderPath')
      const value = path('amount')
      const from = path('spender')
      return {
        kind: 'call',
        to: path('callee') ?? '@.to',
        ...(value === undefined ? {} : { value }),
        ...(from === undefined ? {} : { from }),
      }
    }
    case 'tokenAmount': {
      allow('token', 'tokenPath', 'nativeCurrencyAddress', 'threshold', 'message')
      const native = listOf(constant(source, params.nativeCurrencyAddress))
        .map((one) => address(constant(source, one)))
        .toSorted()
      const threshold = constant(source, params.threshold)
      const { message } = params
      const token = path('token')
      // An amount of a token that is not named is a number.
      if (token === undefined) return { kind: 'raw' }
      return {
        kind: 'token',
        token,
        ...(native.length === 0 ? {} : { native }),
        ...(threshold === undefined ? {} : { threshold: text('threshold', threshold) }),
        ...(message === undefined ? {} : { message: text('message', message) }),
      }
    }
    default:
      return fail(`format ${format} is not known`)
  }
}

const fieldKeys = ['path', 'value', 'label', 'format', 'params', 'visible', 'fields', '$ref', '$id']

const fieldsOf = (
  source: Source,
  fields: readonly SourceField[],
  base: string,
  names: Names,
): FormatField[] =>
  fields.flatMap((given) => {
    const definition = given.$ref && (constant(source, given.$ref) as SourceField)
    const field: SourceField = definition
      ? { ...definition, ...given, params: { ...definition.params, ...given.params } }
      : given
    known('a field', field, fieldKeys)
    const { visible = 'always', path, value, label } = field
    if (field.fields) return fieldsOf(source, field.fields, join(base, path ?? ''), names)
    if (visible === 'never') return []
    if (visible !== 'always' && visible !== 'optional') return fail('a condition to show a field')
    const shown = { label: text('label', label), format: formatOf(source, field, base, names) }
    if (path !== undefined) return [{ ...shown, path: plainPath(join(base, path)) }]
    return [{ ...shown, text: text('value', constant(source, value)) }]
  })

/** A parameter without a name goes by its place. */
const named = (name: string | undefined, at: number): string =>
  name === undefined || name === '' ? String(at + 1) : name

/** Paths of all single values of parameters, lists by `[]`. */
const leaves = (parameters: readonly AbiParameter[], above = ''): string[] =>
  parameters.flatMap((parameter, at) => {
    const [, base = '', suffix = ''] = /^([^[]*)(.*)$/.exec(parameter.type) ?? []
    const path = `${above}${named(parameter.name, at)}`
    if (base !== 'tuple' || !('components' in parameter)) return [path]
    return leaves(parameter.components, `${path}${suffix.replace(/\[\d*\]/g, '.[]')}.`)
  })

/** Parameters of a struct from its declaration (EIP-712): `A(B b)B(uint256 c)`. */
const structOf = (declaration: string): readonly AbiParameter[] => {
  const structs = new Map(
    [...declaration.matchAll(/([^(),]+)\(([^)]*)\)/g)].map(([, name = '', fields = '']) => [
      name,
      fields,
    ]),
  )
  const open = (name: string): AbiParameter[] =>
    parametersOf(`(${structs.get(name) ?? ''})`).map((field) => {
      const [, base = '', suffix = ''] = /^([^[]*)(.*)$/.exec(field.type) ?? []
      return structs.has(base)
        ? { ...field, type: `tuple${suffix}`, components: open(base) }
        : field
    })
  return open(/^[^(]+/.exec(declaration)?.[0] ?? '')
}

/** Tells if a field shows all of a value: its path leads to it or above it, and not to a part of a list or of bytes. */
const covers = (path: string, leaf: string): boolean => {
  const bare = (text: string) => text.replaceAll('.[]', '')
  return bare(leaf) === bare(path) || bare(leaf).startsWith(`${bare(path)}.`)
}

/** The paths that a field reads: its own, and those beside it. */
const pathsOf = ({ path, format }: FormatField): string[] =>
  [
    path,
    format.kind === 'token' ? format.token : undefined,
    format.kind === 'item' ? format.collection : undefined,
    ...(format.kind === 'call' ? [format.to, format.value, format.from] : []),
  ].filter((one) => one !== undefined)

const leftBy = (fields: readonly FormatField[], parameters: readonly AbiParameter[]): string[] => {
  const paths = fields.flatMap(pathsOf)
  return leaves(parameters).filter((leaf) => !paths.some((path) => covers(path, leaf)))
}

const publisherOf = (name: string, { metadata, context }: Source): string =>
  metadata?.owner ?? metadata?.contractName ?? name.split('/')[1] ?? context?.$id ?? name

const domainOf = (domain: Record<string, unknown> = {}): Record<string, string> => {
  known('domain', domain, ['name', 'version', 'chainId', 'verifyingContract'])
  const { name, version, chainId, verifyingContract } = domain
  return {
    ...(name === undefined ? {} : { name: text('name', name) }),
    ...(version === undefined ? {} : { version: text('version', version) }),
    ...(chainId === undefined ? {} : { chainId: JSON.stringify(chainId) }),
    ...(verifyingContract === undefined ? {} : { verifyingContract: address(verifyingContract) }),
  }
}

/** The index of an entry equal to this one, which is added if there is none. */
const pooled = <Entry>(entries: Entry[]) => {
  const places = new Map<string, number>()
  return (entry: Entry): number => {
    const text = JSON.stringify(entry)
    const at = places.get(text) ?? entries.push(entry) - 1
    places.set(text, at)
    return at
  }
}

/**
 * Compiles descriptors: includes and references resolved, equal formats once, an index by chain and contract.
 * A descriptor without a deployment is left out: the wallet could never show it.
 */
export const compile = (
  sources: Sources,
  { source, date }: Pick<Registry, 'source' | 'date'>,
): Registry => {
  const formats: Format[] = []
  const meanings: Record<string, string>[] = []
  const descriptors: Descriptor[] = []
  const calls: Record<string, Record<Address, number[]>> = {}
  const typedData: Record<string, Record<Address, number[]>> = {}
  const formatIndex = pooled(formats)
  const names: Names = { index: pooled(meanings) }
  const descriptorIndex = pooled(descriptors)

  for (const name of Object.keys(sources).toSorted()) {
    const resolved = resolve(sources, name)
    const { contract, eip712 } = resolved.context ?? {}
    const deployments = [...(contract?.deployments ?? []), ...(eip712?.deployments ?? [])]
    if (deployments.length === 0) continue
    const found: Record<string, number> = {}
    for (const [key, format] of Object.entries(resolved.display?.formats ?? {})) {
      const fields = fieldsOf(resolved, format.fields ?? [], '', names)
      const parameters = contract ? parametersOf(key) : structOf(key)
      const place = contract
        ? toFunctionSelector({
            type: 'function',
            name: key.slice(0, key.indexOf('(')).trim(),
            inputs: parameters,
            outputs: [],
            stateMutability: 'payable',
          })
        : key
      if (Object.hasOwn(found, place)) fail(`${name}: ${key} stands twice`)
      found[place] = formatIndex({
        key,
        intent: text('intent', format.intent ?? publisherOf(name, resolved)),
        fields,
        left: leftBy(fields, parameters),
      })
    }
    const domain = domainOf(eip712?.domain)
    const at = descriptorIndex({
      publisher: publisherOf(name, resolved),
      formats: found,
      ...(Object.keys(domain).length === 0 ? {} : { domain }),
    })
    const index = contract ? calls : typedData
    for (const deployment of deployments) {
      const contracts = (index[String(deployment.chainId)] ??= {})
      const list = (contracts[address(deployment.address)] ??= [])
      if (!list.includes(at)) list.push(at)
    }
  }
  return { source, date, formats, names: meanings, descriptors, calls, typedData }
}
