import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The hashes that the wallet uses, by their names in hash-wasm; Argon2 needs BLAKE2b. */
const used = ['argon2', 'blake2b', 'sha3']

const reader = join(import.meta.dirname, '../../lib/browser/packageFile.ts')

/** Replaces a text that is there once. Throws otherwise: the package is another than this was written for. */
const replaceOnce = (code: string, text: string, by: string): string => {
  if (code.split(text).length !== 2) throw new Error(`hash-wasm has no more, or not once: ${text}`)
  return code.replace(text, () => by)
}

/**
 * Returns hash-wasm's code with the WebAssembly of `used` taken out, as files by their names, and read by
 * `packageFile` of the module `from` when a hash is first asked for. One that could not be read is read again.
 */
export const withWasmFiles = (
  code: string,
  from: string = reader,
): { code: string; files: Map<string, Buffer> } => {
  const files = new Map<string, Buffer>()
  let rest = code
  for (const name of used) {
    const found = new RegExp(`var name\\S* = "${name}";\\s*var data\\S* = "([^"]+)";`).exec(code)
    if (!found?.[1]) throw new Error(`hash-wasm no longer has its ${name} as base64`)
    rest = replaceOnce(rest, found[1], `/${name}.wasm`)
    files.set(`${name}.wasm`, Buffer.from(found[1], 'base64'))
  }
  rest = replaceOnce(rest, 'const asm = decodeBase64(binary.data);', '')
  rest = replaceOnce(
    rest,
    'WebAssembly.compile(asm.buffer)',
    'packageFile(binary.data).then((file) => WebAssembly.compile(file))',
  )
  const kept = 'wasmModuleCache.set(binary.name, promise);'
  rest = replaceOnce(rest, kept, `${kept}promise.catch(() => wasmModuleCache.delete(binary.name));`)
  return { code: `import { packageFile } from ${JSON.stringify(from)};${rest}`, files }
}

/**
 * Vite plugin that makes files of hash-wasm's WebAssembly. As base64 it would be 22 kB of the background's
 * code, read at each start, though only unlocking and signing need it.
 */
export const wasmFiles = (): Plugin => ({
  name: 'wasm-files',
  apply: 'build',
  transform(text, id) {
    if (!id.endsWith('hash-wasm/dist/index.esm.js')) return null
    const { code, files } = withWasmFiles(text)
    for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source })
    return code
  },
})
