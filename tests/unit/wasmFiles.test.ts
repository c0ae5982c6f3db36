import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as library from 'hash-wasm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withWasmFiles } from '../../scripts/plugins/wasmFiles.ts'

const source = join(import.meta.dirname, '../../node_modules/hash-wasm/dist/index.esm.js')

let code = ''
let folder = ''

beforeAll(async () => {
  code = await readFile(source, 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'volley-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Reads files beside itself, as `packageFile` reads those of the package. */
const reader = `import { readFile } from 'node:fs/promises'
export const packageFile = (path) => readFile(new URL('.' + path, import.meta.url))`

const parameters = {
  password: 'correct horse',
  salt: new Uint8Array(16).fill(7),
  memorySize: 1024,
  iterations: 2,
  parallelism: 1,
  hashLength: 32,
  outputType: 'hex',
} as const

describe('hash-wasm without its WebAssembly', () => {
  test('reads it from files when it first hashes, and hashes as before', async () => {
    const { code: rewritten, files } = withWasmFiles(code, './reader.mjs')
    expect([...files.keys()]).toEqual(['argon2.wasm', 'blake2b.wasm', 'sha3.wasm'])
    await writeFile(join(folder, 'reader.mjs'), reader)
    await writeFile(join(folder, 'hashes.mjs'), rewritten)
    const at = pathToFileURL(join(folder, 'hashes.mjs')).href
    const split = (await import(/* @vite-ignore */ at)) as typeof library

    // A file that is missing fails this one time, and is no failure for good.
    await expect(split.argon2id(parameters)).rejects.toThrow('argon2.wasm')
    for (const [name, bytes] of files) {
      expect(WebAssembly.validate(new Uint8Array(bytes)), name).toBe(true)
      await writeFile(join(folder, name), bytes)
    }
    expect(await split.argon2id(parameters)).toBe(await library.argon2id(parameters))
    const keccak = await split.createKeccak(256)
    expect(keccak.init().update('abc').digest()).toBe(await library.keccak('abc', 256))
  })

  test('has none of it in its code', () => {
    const { code: rewritten, files } = withWasmFiles(code)
    for (const bytes of files.values()) expect(rewritten).not.toContain(bytes.toString('base64'))
  })

  test('ends the build where the package is another', () => {
    const { code: rewritten } = withWasmFiles(code)
    expect(() => withWasmFiles(rewritten)).toThrow('hash-wasm')
    expect(() => withWasmFiles(code.replace('asm.buffer', 'asm'))).toThrow('not once')
  })
})
