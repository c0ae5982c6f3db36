// Replaces `wxt build`, which has no flag for the output folder.
import { build } from 'wxt'

const [browser, mode, outDir] = process.argv.slice(2)
await build({ browser, mode, outDir })
