import type { Plugin } from 'vite'

/** Subset of ESTree for the statements of a module and the members of its classes. */
type Node = {
  type: string
  start: number
  end: number
  id?: Node | null
  key?: Node
  name?: string
  superClass?: Node | null
  declaration?: Node | null
  declarations?: { id?: Node; init: Node | null }[]
  body?: Node | Node[]
}

/** Returns the declarations at a module's top level, exported or not. */
const declarationsIn = (program: object): Node[] =>
  (program as { body: Node[] }).body.map((statement) => statement.declaration ?? statement)

/** Replaces parts of a text, each from its start to its end. */
const withParts = (code: string, parts: readonly Node[], by: (part: string) => string): string =>
  parts
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) => text.slice(0, start) + by(text.slice(start, end)) + text.slice(end),
      code,
    )

const computed = new Set([
  'BinaryExpression',
  'CallExpression',
  'ConditionalExpression',
  'ObjectExpression',
])

/**
 * Returns a module's code with all that its constants are computed by marked as free of effects: a bundler
 * leaves such a constant out where nobody uses it.
 */
export const withPureConstants = (code: string, program: object): string => {
  const values = declarationsIn(program).flatMap(({ declarations = [] }) =>
    declarations.flatMap(({ init }) => (init && computed.has(init.type) ? [init] : [])),
  )
  return withParts(code, values, (value) => `/* @__PURE__ */ (() => (${value}))()`)
}

/** Finds members of a class. Throws if one of them is not there. */
const membersIn = (program: object, className: string, names: readonly string[]): Node[] => {
  const declared = declarationsIn(program).find(({ id }) => id?.name === className)
  const { body = [] } = (declared?.body ?? {}) as { body?: Node[] }
  return names.map((name) => {
    const member = body.find(({ key }) => key?.name === name)
    if (!member) throw new Error(`${className} no longer has what nobody calls`)
    return member
  })
}

/** Takes members out of a class, and constants that only they use. Throws if one of them is not there. */
const withoutMembers =
  (className: string, members: readonly string[], constants: readonly string[]) =>
  (code: string, program: object): string => {
    const found = constants.map((name) => {
      const constant = declarationsIn(program).find(
        ({ declarations }) => declarations?.[0]?.id?.name === name,
      )
      if (!constant) throw new Error(`${className} no longer has what nobody calls`)
      return constant
    })
    return withParts(code, [...membersIn(program, className, members), ...found], () => '')
  }

const ofAny = /if \(NativePromise\.any [^]*?\n {8}\}\);\n/

/** Returns Dexie without its own `Promise.any`, which the wallet nowhere asks for. */
export const withoutAny = (code: string): string => {
  if (!ofAny.test(code)) throw new Error('Dexie no longer has a Promise.any here')
  return code.replace(ofAny, '')
}

/** Returns Dexie without ways to ask and to write that the wallet does not use, and that Dexie does not use itself. */
export const withoutWays = (code: string, program: object): string =>
  withParts(
    code,
    [
      ...membersIn(program, 'Table', [
        'mapToClass',
        'defineClass',
        'upsert',
        'bulkUpdate',
        'offset',
      ]),
      ...membersIn(program, 'Collection', [
        'raw',
        'offset',
        'until',
        'or',
        'desc',
        'eachPrimaryKey',
        'eachUniqueKey',
        'uniqueKeys',
        'distinct',
        'firstKey',
        'lastKey',
      ]),
      ...membersIn(program, 'WhereClause', [
        'above',
        'startsWithIgnoreCase',
        'equalsIgnoreCase',
        'anyOfIgnoreCase',
        'noneOf',
      ]),
    ],
    () => '',
  )

/**
 * Returns the class of JSON-RPC errors without its methods that write an error as text, which nobody calls. They
 * bring a serializer and a second library that checks schemas.
 */
export const withoutSerializer = withoutMembers(
  'JsonRpcError',
  ['serialize', 'toString'],
  ['safeStringify'],
)

/** Returns the class of BIP-32 keys without extended keys in base58 and signatures, which nobody asks it for. */
export const withoutExtendedKeys = withoutMembers(
  'HDKey',
  [
    'identifier',
    'pubKeyHash',
    'privateExtendedKey',
    'publicExtendedKey',
    'fromExtendedKey',
    'fromJSON',
    'toJSON',
    'serialize',
    'sign',
    'verify',
    'wipePrivateData',
  ],
  ['base58check'],
)

/** Returns the JSON-RPC engine without what makes it middleware of another engine and ends it, which nobody does. */
export const withoutEnds = withoutMembers('JsonRpcEngineV2', ['asMiddleware', 'destroy'], [])

const ofBlobs = /if \(type === 'eip4844'\)\s*return \w+\(.*\);/

/** Returns viem's code for transactions with a refusal of those with blobs (EIP-4844), which the wallet never makes. */
export const withoutBlobs = (code: string): string => {
  if (!ofBlobs.test(code)) throw new Error('viem no longer has transactions with blobs here')
  return code.replace(ofBlobs, "if (type === 'eip4844') throw new Error('it has blobs');")
}

const ofAccessLists = /if \(type === 'eip2930'\)\s*return \w+\(.*\);/

const accessLists = /import \{ serializeAccessList,? \} from '[^']+';/

const readAccessList = /transaction\.accessList = parseAccessList\(\w+\);/g

/** Stands in for viem's own, which would write what is given: the wallet signs no access list. */
const noAccessList = `const serializeAccessList = (list) => {
  if (list && list.length > 0) throw new Error('it has an access list');
  return [];
};`

/** Returns viem's code for transactions with a refusal of those with access lists (EIP-2930), which the wallet never makes. */
export const withoutAccessLists = (code: string): string => {
  if (!ofAccessLists.test(code))
    throw new Error('viem no longer has transactions with access lists here')
  return code
    .replace(ofAccessLists, "if (type === 'eip2930') throw new Error('it has an access list');")
    .replace(accessLists, noAccessList)
    .replace(readAccessList, "throw new Error('it has an access list');")
}

const missingFields = /throw new InvalidSerializedTransactionError\(\{[^]*?\}\);/g

/** Returns viem's reader of transactions without the error that lists missing fields: the wallet reads what it signed. */
export const withoutMissingFields = (code: string): string => {
  if (code.search(missingFields) < 0) throw new Error('viem no longer lists missing fields here')
  return code.replace(missingFields, "throw new Error('it is no transaction');")
}

const defined =
  /Object\.defineProperty\((\w+), "(\w+)", \{\s*enumerable: true,\s*configurable: true,\s*writable: true,\s*value: (.+)\s*\}\);/g

/**
 * Returns the code with what is defined on a class after it as a static property within it: as statements of their
 * own they would keep each class in the bundle.
 */
export const withStaticProperties = (code: string): string => {
  const found = [...code.matchAll(defined)]
  if (found.length === 0) throw new Error('viem no longer defines properties on its errors')
  return found.reduce(
    (text, [statement, name = '', property = '', value = '']) =>
      text
        .replace(statement, '')
        .replace(
          new RegExp(`class ${name} extends BaseError \\{`),
          (start) => `${start} static ${property} = ${value};`,
        ),
    code,
  )
}

/** Gives classes that extend another one a new body, by their names. Throws if there is no such class. */
const withBodies = (
  code: string,
  program: object,
  parent: string,
  bodyOf: (name: string) => string,
): string => {
  const found = declarationsIn(program).flatMap(({ id, superClass, body }) =>
    superClass?.name === parent && id?.name && body && 'type' in body
      ? [{ ...body, name: id.name }]
      : [],
  )
  if (found.length === 0) throw new Error(`viem no longer has what extends ${parent} here`)
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, name }) => text.slice(0, start) + bodyOf(name) + text.slice(end),
      code,
    )
}

/** Returns viem's errors with their names for a message: what they say besides leaves the background nowhere. */
export const withShortErrors = (code: string, program: object): string =>
  withBodies(code, program, 'BaseError', (name) => `{ constructor() { super('${name}'); } }`)

/** Returns the class of viem's errors without its address of a manual and its search among causes, which nobody reads. */
export const withShortBase = (code: string, program: object): string =>
  withBodies(
    code,
    program,
    'Error',
    (name) =>
      `{ constructor(message, args = {}) { super(message, args); this.name = args.name ?? '${name}'; } }`,
  )

/** Finds all that has this name within a node: functions, members of classes, and properties of objects. */
const named = (within: unknown, name: string): Node[] => {
  if (typeof within !== 'object' || within === null) return []
  const node = within as Partial<Node>
  const isOne = ['FunctionDeclaration', 'MethodDefinition', 'Property'].includes(node.type ?? '')
  if (isOne && (node.id ?? node.key)?.name === name) return [node as Node]
  return Object.values(within).flatMap((part) => named(part, name))
}

/** Names of all that signing, and finding an account by its signature, do without. */
const beside = [
  'msm',
  'fromDER',
  'toDERRawBytes',
  'toDERHex',
  'toCompactRawBytes',
  'isProbPub',
  'getSharedSecret',
  'verify',
]

/**
 * Returns noble's curves without what neither signs nor recovers: shared secrets, sums of many points, signatures in
 * DER, and checking one by a public key, which the wallet never has. Throws if one of them is not there.
 */
export const withoutVerifying = (code: string, program: object): string => {
  const parts = beside.flatMap((name) => {
    const found = named(program, name)
    if (found.length === 0) throw new Error(`noble no longer has ${name} here`)
    return found
  })
  // A property of an object stands before a comma, which goes with it.
  const ends = parts.map((part) =>
    part.type === 'Property' && code[part.end] === ',' ? { ...part, end: part.end + 1 } : part,
  )
  return withParts(code, ends, () => '')
}

const rewrites: readonly (readonly [
  file: RegExp,
  rewritten: (code: string, program: object) => string,
])[] = [
  [/@metamask\/rpc-errors\/dist\/classes\.mjs$/, withoutSerializer],
  [/@metamask\/json-rpc-engine\/dist\/v2\/JsonRpcEngineV2\.mjs$/, withoutEnds],
  [/@metamask\/rpc-errors\/dist\/utils\.mjs$/, withPureConstants],
  [/@scure\/base\/lib\/esm\/index\.js$/, withPureConstants],
  [/viem\/_esm\/constants\/number\.js$/, withPureConstants],
  [/viem\/_esm\/errors\/node\.js$/, withStaticProperties],
  [/viem\/_esm\/errors\/base\.js$/, withShortBase],
  [
    /viem\/_esm\/errors\/(abi|address|chain|cursor|data|encoding|transaction)\.js$/,
    withShortErrors,
  ],
  [
    /viem\/_esm\/utils\/transaction\/serializeTransaction\.js$/,
    (code) => withoutAccessLists(withoutBlobs(code)),
  ],
  [
    /viem\/_esm\/utils\/transaction\/parseTransaction\.js$/,
    (code) => withoutMissingFields(withoutAccessLists(withoutBlobs(code))),
  ],
  [/@scure\/bip32\/lib\/esm\/index\.js$/, withoutExtendedKeys],
  [/dexie\/dist\/modern\/dexie\.mjs$/, (code, program) => withoutAny(withoutWays(code, program))],
  [/viem\/node_modules\/@noble\/curves\/esm\/abstract\/weierstrass\.js$/, withoutVerifying],
]

/**
 * Vite plugin that rewrites files of libraries so that the bundler can leave out what Volley does not use of them:
 * 13 kB gzip of the background.
 */
export const unusedParts = (): Plugin => ({
  name: 'unused-parts',
  apply: 'build',
  transform(code, id) {
    const rewritten = rewrites.find(([file]) => file.test(id))?.[1]
    return rewritten ? rewritten(code, this.parse(code)) : null
  },
})
