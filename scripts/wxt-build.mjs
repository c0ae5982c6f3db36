// Replaces `wxt build`, which has no flag for the output folder.
import { join, relative } from 'node:path'
import { build } from 'wxt'

const [browser, mode, outDir] = process.argv.slice(2)
const folder = relative('.output', join(outDir, '{{browser}}-mv{{manifestVersion}}{{modeSuffix}}'))
// With `outDir` of its own, each of several builds at once would write another `.wxt/tsconfig.json`, and break it.
await build({ browser, mode, outDirTemplate: folder })
