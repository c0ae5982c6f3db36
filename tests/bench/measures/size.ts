import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import registry from '../../../lib/decode/descriptors/registry.json' with { type: 'json' }
import { atMost, type Measure } from '../measure.ts'

const weigh = (...files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)

/** Returns the files of the background's code: its script, and each script or WebAssembly that it names and so may load. */
const codeOf = (extension: string, all: readonly string[]): string[] => {
  const found = [join(extension, 'background.js')]
  for (const file of found) {
    const code = readFileSync(file, 'utf8')
    const named = all.filter(
      (one) => /\.(js|wasm)$/.test(one) && code.includes(basename(one)) && !found.includes(one),
    )
    // The page's own scripts are chunks of the page; content scripts run in sites.
    found.push(...named.filter((one) => !/\/(chunks|content-scripts)\//.test(one)))
  }
  return found
}

const kibibytes = 1024

/** Measures the gzipped size of the code that is loaded in each place, 1 KiB being 1,024 bytes. */
export const size: Measure = {
  name: 'sizes',
  run({ extension }) {
    const at = (file: string) => join(extension, file)
    const page = readFileSync(at('popup.html'), 'utf8')
    const loaded = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => at(file ?? ''))
    const all = readdirSync(extension, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    const inSites = all.filter((file) => file.includes('/content-scripts/'))
    const background = codeOf(extension, all)
    // The registry's own mark stands in its chunk, and nowhere else.
    const descriptors = all.filter((file) => readFileSync(file, 'utf8').includes(registry.source))
    if (descriptors.length === 0) throw new Error('The registry of descriptors is in no file.')
    const row = (name: string, files: readonly string[], most: number) =>
      atMost(`${name}, gzip`, 'bytes', weigh(...files), most)
    return Promise.resolve([
      ...inSites.map((file) => row(`${basename(file, '.js')} script`, [file], 4_000)),
      row('background at each start', background.slice(0, 1), 90 * kibibytes),
      row('background', background, 195 * kibibytes),
      row('first paint of the page', [at('popup.html'), ...loaded], 244 * kibibytes),
      row('descriptors of ERC-7730, loaded when needed', descriptors, 110_000),
      row('package', all, 1.2 * kibibytes * kibibytes),
    ])
  },
}
