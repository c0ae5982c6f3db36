import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { atMost, type Measure } from '../measure.ts'

const weigh = (...files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)

/** Measures the gzipped size of the code that is loaded in each place. */
export const size: Measure = {
  name: 'sizes',
  run({ extension }) {
    const at = (file: string) => join(extension, file)
    const page = readFileSync(at('popup.html'), 'utf8')
    const loaded = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => at(file ?? ''))
    const all = readdirSync(extension, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    return Promise.resolve([
      atMost('inpage script, gzip', 'bytes', weigh(at('content-scripts/inpage.js')), 4_000),
      atMost('relay script, gzip', 'bytes', weigh(at('content-scripts/relay.js')), 4_000),
      atMost('background, gzip', 'bytes', weigh(at('background.js')), 200_000),
      atMost('first paint of the page, gzip', 'bytes', weigh(at('popup.html'), ...loaded), 250_000),
      atMost('package', 'bytes', weigh(...all), 1_000_000),
    ])
  },
}
