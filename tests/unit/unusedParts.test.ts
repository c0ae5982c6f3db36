import { globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import {
  withoutAccessLists,
  withoutAny,
  withoutBlobs,
  withoutEnds,
  withoutExtendedKeys,
  withoutMissingFields,
  withoutSerializer,
  withoutVerifying,
  withoutWays,
  withPureConstants,
  withShortBase,
  withShortErrors,
  withStaticProperties,
} from '../../scripts/plugins/unusedParts.ts'

const sourceOf = (file: string) =>
  readFile(join(import.meta.dirname, '../../node_modules', file), 'utf8')

/** Runs a module that imports nothing. */
const run = (code: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)

test('the class of JSON-RPC errors loses its serializer and nothing else', async () => {
  const code = await sourceOf('@metamask/rpc-errors/dist/classes.mjs')
  const rewritten = withoutSerializer(code, parseAst(code))
  expect(rewritten).toMatch(/^import .* "@metamask\/utils";$/m)
  const { JsonRpcError } = await run(
    `const [hasProperty, dataHasCause] = [Object.hasOwn, () => false]
    ${rewritten.replaceAll(/^import .*/gm, '')}`,
  )
  type Made = { code: number; message: string; data: unknown }
  const made = JsonRpcError as new (code: number, message: string, data: unknown) => Made
  const error = new made(4001, 'no', { of: 1 })
  expect([error.code, error.message, error.data]).toEqual([4001, 'no', { of: 1 }])
  expect(error).toBeInstanceOf(Error)
  expect(() => new made(0.5, 'no', null)).toThrow('"code" must be an integer')
  expect(() => withoutSerializer(rewritten, parseAst(rewritten))).toThrow('no longer has')
})

test('constants that may be left out have their values', async () => {
  const code = await sourceOf('@scure/base/lib/esm/index.js')
  type Coder = { encode: (bytes: Uint8Array) => string; decode: (text: string) => Uint8Array }
  const [before, after] = [await run(code), await run(withPureConstants(code, parseAst(code)))]
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const name of ['base16', 'base32', 'base58', 'base64url', 'hex']) {
    const [was, is] = [before, after].map((coders) => coders[name] as Coder)
    const text = was?.encode(new Uint8Array([1, 2, 255])) ?? ''
    expect(text.length, name).toBeGreaterThan(2)
    expect(is?.encode(new Uint8Array([1, 2, 255]))).toBe(text)
    expect(is?.decode(text)).toEqual(new Uint8Array([1, 2, 255]))
  }

  const few = 'let a = f(); const b = 1, c = () => g(); h()'
  const many = 'export const a = f(1 + 2), b = { c: g() }, d = 2n ** 3n, e = f ? g : h'
  expect(withPureConstants(few, parseAst(few))).toBe(
    'let a = /* @__PURE__ */ (() => (f()))(); const b = 1, c = () => g(); h()',
  )
  expect(withPureConstants(many, parseAst(many)).match(/@__PURE__/g)).toHaveLength(4)
})

test('properties that are defined on errors stand in their classes', async () => {
  const code = await sourceOf('viem/_esm/errors/node.js')
  const rewritten = withStaticProperties(code)
  expect(rewritten).not.toContain('defineProperty')
  const names = [...code.matchAll(/export class (\w+)/g)].map(([, name = '']) => name)
  const properties = (module: Record<string, unknown>, name: string) =>
    Object.entries(module[name] as object).toSorted()
  const around = (text: string) =>
    run(
      `class BaseError extends Error {}; const formatGwei = String
      ${text.replaceAll(/^import .*/gm, '')}`,
    )
  const [before, after] = [await around(code), await around(rewritten)]
  expect(properties(before, 'ExecutionRevertedError')).toHaveLength(2)
  for (const name of names) expect(properties(after, name)).toEqual(properties(before, name))
  expect(() => withStaticProperties(rewritten)).toThrow('no longer defines')
})

test('errors of viem keep their classes and names, their causes too', async () => {
  const base = await sourceOf('viem/_esm/errors/base.js')
  const code = await sourceOf('viem/_esm/errors/abi.js')
  const [shortBase, short] = [
    withShortBase(base, parseAst(base)),
    withShortErrors(code, parseAst(code)),
  ]
  const errors = await run(
    `const version = ''
    ${[shortBase, short].join('\n').replaceAll(/^import .*/gm, '')}`,
  )
  type Made = new (...given: unknown[]) => Error
  const [parent, one] = [errors.BaseError as Made, errors.AbiDecodingZeroDataError as Made]
  expect(new one({ cause: 0 })).toMatchObject({ message: 'AbiDecodingZeroDataError' })
  expect(new one()).toBeInstanceOf(parent)
  expect(new parent('why', { name: 'Other', cause: 1 })).toMatchObject({
    name: 'Other',
    message: 'why',
    cause: 1,
  })
  const names = [...code.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name)
  expect(Object.keys(errors)).toEqual(expect.arrayContaining(names))
  expect(() => withShortErrors(base, parseAst(base))).toThrow('no longer has')
  expect(() => withShortBase(code, parseAst(code))).toThrow('no longer has')
})

test('the class of BIP-32 keys loses extended keys and signatures, and nothing that derives', async () => {
  const code = await sourceOf('viem/node_modules/@scure/bip32/lib/esm/index.js')
  const rewritten = withoutExtendedKeys(code, parseAst(code))
  const namesOf = (text: string) =>
    [...text.matchAll(/^ {4}(?:static |get )*(\w+)\(.*\{$/gm)].map(([, name]) => name)
  const gone =
    'identifier,pubKeyHash,privateExtendedKey,publicExtendedKey,fromExtendedKey,fromJSON,sign,verify,wipePrivateData,toJSON,serialize'
  expect(namesOf(code).filter((name) => !namesOf(rewritten).includes(name))).toEqual(
    gone.split(','),
  )
  expect(rewritten).not.toContain('base58check.')
  expect(() => withoutExtendedKeys(rewritten, parseAst(rewritten))).toThrow('no longer has')
})

test.each([
  ['parse', 'eip4844', 'it has blobs', withoutBlobs],
  ['serialize', 'eip4844', 'it has blobs', withoutBlobs],
  ['parse', 'eip2930', 'it has an access list', withoutAccessLists],
  ['serialize', 'eip2930', 'it has an access list', withoutAccessLists],
] as const)('viem refuses to %s a transaction of type %s: %s', async (verb, type, why, without) => {
  const code = await sourceOf(`viem/_esm/utils/transaction/${verb}Transaction.js`)
  const rewritten = without(code)
  const types = (text: string) => text.match(/if \(type === '\w+'\)\s*return/g)
  expect(types(rewritten)).toEqual(types(code)?.filter((found) => !found.includes(type)))
  expect(rewritten).toContain(`if (type === '${type}') throw new Error('${why}');`)
  expect(() => without(rewritten)).toThrow('no longer has')
})

test('viem refuses an access list in a transaction of any other type', async () => {
  const code = await sourceOf('viem/_esm/utils/transaction/parseTransaction.js')
  expect(code).toMatch(/= parseAccessList\(/)
  expect(withoutAccessLists(code)).not.toMatch(/= parseAccessList\(/)
})

test('viem says of a transaction that lacks fields only that it is none', async () => {
  const code = await sourceOf('viem/_esm/utils/transaction/parseTransaction.js')
  const rewritten = withoutMissingFields(code)
  expect(code.match(/throw new InvalidSerializedTransactionError/g)).toHaveLength(5)
  expect(rewritten.match(/throw new Error\('it is no transaction'\);/g)).toHaveLength(5)
  expect(rewritten).not.toContain('new InvalidSerializedTransactionError')
  // The code around each of them is as it was.
  expect(() => parseAst(rewritten)).not.toThrow()
  expect(() => withoutMissingFields(rewritten)).toThrow('no longer lists')
})

test('viem writes no access list, and refuses one', async () => {
  const code = await sourceOf('viem/_esm/utils/transaction/serializeTransaction.js')
  const [written = ''] =
    /const serializeAccessList = [^]*?\n};/.exec(withoutAccessLists(code)) ?? []
  const { serializeAccessList } = await run(`export ${written}`)
  const write = serializeAccessList as (list?: unknown[]) => unknown
  expect([write(), write([])]).toEqual([[], []])
  expect(() => write([{}])).toThrow('access list')
})

test('the JSON-RPC engine loses what nobody asks it for', async () => {
  const code = await sourceOf('@metamask/json-rpc-engine/dist/v2/JsonRpcEngineV2.mjs')
  const rewritten = withoutEnds(code, parseAst(code))
  expect(code).toMatch(/^ {4}asMiddleware\(|^ {4}async destroy\(/m)
  expect(rewritten).not.toMatch(/^ {4}asMiddleware\(|^ {4}async destroy\(/m)
  expect(rewritten).toMatch(/^ {4}async handle\(/m)
  expect(() => withoutEnds(rewritten, parseAst(rewritten))).toThrow('no longer has')
})

test('Dexie loses ways to ask and to write that nobody takes', async () => {
  const code = await sourceOf('dexie/dist/modern/dexie.mjs')
  const rewritten = withoutWays(code, parseAst(code))
  const lost =
    /^ {4}(mapToClass|bulkUpdate|distinct|noneOf|above|raw|offset|until|or|firstKey|lastKey)\(/gm
  // The tables and their collections have an offset each.
  expect(code.match(lost)).toHaveLength(12)
  expect(rewritten).not.toMatch(lost)
  expect(rewritten).toMatch(/^ {4}bulkPut\(/m)
  // Nothing that is left calls what is gone.
  expect(rewritten).not.toMatch(
    /\.(mapToClass|defineClass|upsert|bulkUpdate|desc|eachUniqueKey|uniqueKeys|distinct|noneOf|above|raw|offset|until|or|eachPrimaryKey|firstKey|lastKey)\(/,
  )
  expect(() => withoutWays(rewritten, parseAst(rewritten))).toThrow('no longer has')
})

test('Dexie loses its own Promise.any, for which nobody asks, and nothing else', async () => {
  const code = await sourceOf('dexie/dist/modern/dexie.mjs')
  const rewritten = withoutAny(code)
  const [start, end] = [
    code.indexOf('    if (NativePromise.any '),
    code.indexOf('    if (NativePromise.withRes'),
  ]
  expect(rewritten).toBe(`${code.slice(0, start)}    ${code.slice(end)}`)
  expect(() => withoutAny(rewritten)).toThrow('no longer has')
  const root = join(import.meta.dirname, '../..')
  const files = globSync(['lib/**/*.ts', 'components/**/*.{ts,tsx}', 'entrypoints/**/*.ts'], {
    cwd: root,
  })
  expect(files.length).toBeGreaterThan(500)
  const asking = files.filter((file) =>
    /Promise\.any\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(asking).toEqual([])
})

type Point = { toHex: (isCompressed: boolean) => string }

type Curve = {
  sign: (
    hash: string,
    key: string,
  ) => {
    r: bigint
    s: bigint
    recovery: number
    recoverPublicKey: (hash: string) => Point
  }
  ProjectivePoint: { fromPrivateKey: (key: string) => Point }
}

test('curves lose what neither signs nor recovers, and sign and recover as before', async () => {
  const file = 'viem/node_modules/@noble/curves/esm/abstract/weierstrass.js'
  const code = await sourceOf(file)
  const rewritten = withoutVerifying(code, parseAst(code))
  expect(rewritten).not.toMatch(
    /[.]msm|pippenger\(|Signature[.]fromDER|DER[.](toSig|hexFromSig)|isProbPub\(|function verify/,
  )
  expect(code.length - rewritten.length).toBeGreaterThan(3_500)
  expect(() => withoutVerifying(rewritten, parseAst(rewritten))).toThrow('no longer has')

  const root = join(import.meta.dirname, '../../node_modules/viem/node_modules/@noble')
  const folder = await mkdtemp(join(tmpdir(), 'volley-curves-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(root, join(folder, 'node_modules/@noble'), { recursive: true })
  await cp(join(root, '../../../@noble/hashes'), join(folder, 'node_modules/@noble/hashes'), {
    recursive: true,
  })
  await writeFile(join(folder, 'node_modules/@noble', file.split('@noble/')[1] ?? ''), rewritten)
  const load = (from: string) =>
    import(
      /* @vite-ignore */ pathToFileURL(join(from, 'curves/esm/secp256k1.js')).href
    ) as Promise<{
      secp256k1: Curve
    }>
  const [before, after] = [await load(root), await load(join(folder, 'node_modules/@noble'))]
  expect(Object.keys(after.secp256k1)).not.toContain('verify')
  for (const seed of ['1', 'ab', 'fedc']) {
    const [key, hash] = [seed.padStart(64, '0'), seed.padEnd(64, '7')]
    const [known, now] = [before, after].map(({ secp256k1 }) => secp256k1.sign(hash, key))
    expect([now?.r, now?.s, now?.recovery]).toEqual([known?.r, known?.s, known?.recovery])
    const own = after.secp256k1.ProjectivePoint.fromPrivateKey(key).toHex(false)
    expect(now?.recoverPublicKey(hash).toHex(false)).toBe(own)
    expect(own).toBe(before.secp256k1.ProjectivePoint.fromPrivateKey(key).toHex(false))
  }
})
