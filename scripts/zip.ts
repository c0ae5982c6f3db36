import { readFileSync, writeFileSync } from 'node:fs'
import { zip } from 'wxt'
import { billOf, type Lock } from './lists/sbom.ts'

for (const browser of ['chrome', 'firefox']) await zip({ browser, mode: 'production' })

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
const bill = `.output/${lock.name}-${lock.version}-sbom.cdx.json`
writeFileSync(bill, `${JSON.stringify(billOf(lock), null, 2)}\n`)
console.log(`bill of materials ${bill}`)
