import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onEnd, runToEnd } from '../../scripts/cleanup.ts'
import { run } from '../../scripts/run.ts'

type Walked = { screens: number; methods: number; unexpected: string[] }

const root = join(import.meta.dirname, '../..')
const results = join(root, '.output/tests/hosts')

/** Walks through every screen and every method in both browsers, and prints whom they contacted. */
await runToEnd(async () => {
  process.chdir(root)
  await rm(results, { recursive: true, force: true })
  const args = ['test', '--project=hosts', '--workers=1', '--reporter=list']
  const { exitCode, output } = await run(join(root, 'node_modules/.bin/playwright'), args, {
    env: { NO_COLOR: '1' },
    onStart: onEnd,
  })
  console.log(output)
  const walks = await Promise.all(
    ['chrome', 'firefox'].map(async (browser) => {
      const text = await readFile(join(results, `${browser}.json`), 'utf8').catch(() => undefined)
      return text === undefined ? undefined : (JSON.parse(text) as Walked)
    }),
  )
  const unexpected = walks.flatMap((walk) => walk?.unexpected ?? ['a walk that did not end'])
  for (const one of unexpected) console.log(one)
  // Both browsers walk the same way: what only one of them reached is not shown.
  const least = (count: (walk: Walked) => number) =>
    Math.min(...walks.map((walk) => (walk ? count(walk) : 0)))
  const [screens, methods] = [least((walk) => walk.screens), least((walk) => walk.methods)]
  console.log(`screens ${screens} methods ${methods} unexpected hosts ${unexpected.length}`)
  return exitCode === 0 && unexpected.length === 0 ? 0 : 1
})
