import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'

/** The parts of a chunk that this plugin reads. */
type Chunk = { fileName: string; isEntry: boolean; imports: string[]; dynamicImports: string[] }

/**
 * Code that runs a file of the package, `later` being their names. A worker of Chrome has `importScripts`, which is taken
 * from the global object afterwards, and refuses an address that is text, as Trusted Types are required of it too: the
 * one policy that the manifest allows makes addresses of these files alone.
 */
const bring = {
  chrome: `const { importScripts, trustedTypes } = globalThis;
    const addresses = trustedTypes.createPolicy('parts', {
      createScriptURL: (file) => later.includes(file) ? '/' + file : '',
    });
    const bring = (file) => importScripts(addresses.createScriptURL(file));`,
  // Firefox would give a module that failed to load again as failed.
  firefox:
    "const bring = (file, failures) => import('/' + file + (failures ? '?' + failures : ''));",
}

/** Name of a part's function that loads another. No name of its own may hide it. */
const loader = '$load'

const lazy = /Promise\.resolve\(\)\.then\(\(\) => require\("(\.{1,2}\/[^"]+)"\)\)/g
const eager = /\brequire\("(\.{1,2}\/[^"]+)"\)/g

const exported = /exports\.([\w$]+) = ([\w$]+);/g
const allExported = /(?:exports\.[\w$]+ = [\w$]+;\s*){3,}/g

/** Writes exports that stand one after another as one object, which is shorter. */
const together = (statements: string): string =>
  `Object.assign(exports, { ${statements.replace(exported, '$1: $2,')} });`

/** Returns the files that have to be there before a file can run, and that file last. */
const inOrder = (file: string, chunks: Record<string, Chunk>, found: string[] = []): string[] => {
  if (found.includes(file) || chunks[file]?.isEntry) return found
  for (const needed of chunks[file]?.imports ?? []) inOrder(needed, chunks, found)
  found.push(file)
  return found
}

/**
 * Returns a CommonJS chunk of the background as a script that can be loaded without `require`: what it imports
 * dynamically is loaded then, by `openParts`. `opener` is the code of that function.
 */
export const asPart = (
  code: string,
  chunk: Chunk,
  chunks: Record<string, Chunk>,
  opener: string,
  browser: keyof typeof bring,
): string => {
  if (code.includes(loader)) throw new Error(`${loader} is a name of the part's own`)
  const named = (path: string) => posix.join(posix.dirname(chunk.fileName), path)
  const quoted = (files: string[]) => files.map((file) => JSON.stringify(file)).join(', ')
  const body = code
    .replace(lazy, (_, path: string) => `${loader}(${quoted(inOrder(named(path), chunks))})`)
    .replace(eager, (_, path: string) => `require(${quoted([named(path)])})`)
    .replace(allExported, together)
  if (!chunk.isEntry)
    return `definePart(${quoted([chunk.fileName])}, (exports, require, ${loader}) => { 'use strict'; ${body} });`
  const later = Object.keys(chunks).filter((file) => !chunks[file]?.isEntry)
  return `(() => { 'use strict';
    const later = [${quoted(later.toSorted())}];
    ${bring[browser]} ${opener}
    const exports = {};
    const first = { file: ${quoted([chunk.fileName])}, exports };
    const { require, load: ${loader} } = openParts(globalThis, first, later, bring);
    ${body} })();`
}

const linesIn = (text: string): number => text.split('\n').length

/** Returns the source map of a part, whose lines are those of its chunk behind the lines that come first. */
const lineMap = (part: string, chunk: string, source: string) => {
  const lines = Array.from({ length: linesIn(chunk) }, (_, line) => (line === 0 ? 'AAAA' : 'AACA'))
  const first = ';'.repeat(linesIn(part) - lines.length)
  return { version: 3, names: [], sources: [source], mappings: first + lines.join(';') }
}

/**
 * Vite plugin that makes the chunks of the background files that it can load later: a service worker of Chrome has no
 * `import()`, and one that is a module starts at half the speed.
 */
export const backgroundParts = (browser: string): Plugin => ({
  name: 'background-parts',
  apply: 'build',
  async renderChunk(code, chunk, { format }, { chunks }) {
    // Only the background is built in this format.
    if (format !== 'cjs') return null
    const file = join(import.meta.dirname, 'openParts.ts')
    const { code: opener } = await transformWithOxc(readFileSync(file, 'utf8'), file)
    const of = browser === 'firefox' ? 'firefox' : 'chrome'
    const part = asPart(code, chunk, chunks, opener.replace('export ', ''), of)
    return { code: part, map: lineMap(part, code, chunk.fileName) }
  },
})
