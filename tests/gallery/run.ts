import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { standIn } from './fromRight.ts'
import { gallery, languages, parts, type Part, type Picture } from './pictures.ts'
import { onEnd, runToEnd } from '../../scripts/cleanup.ts'
import { run } from '../../scripts/run.ts'

const root = join(import.meta.dirname, '../..')

/** Hex that a first screen may have, in per cent of its characters. */
const most = 15

const figureOf = ({ file, language, scheme, size, hex }: Picture) =>
  `<figure><img loading="lazy" src="${file}" alt=""><figcaption>${language}, ${scheme}, ${size}${
    hex === undefined ? '' : `, hex ${hex} %`
  }</figcaption></figure>`

const pageOf = (pictures: Picture[]) => {
  const names = [...new Set(pictures.map(({ name }) => name))]
  const sections = names.map((name) => {
    const figures = pictures.filter((picture) => picture.name === name).map(figureOf)
    return `<h2>${name}</h2><div>${figures.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title>
<style>body{font:14px system-ui;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}
figure{margin:0}img{max-width:400px;border:1px solid #8888}</style>
<h1>Every screen and state</h1>${sections.join('\n')}</html>`
}

const readPart = async (part: Part): Promise<Picture[]> =>
  JSON.parse(await readFile(join(gallery, `${part}.json`), 'utf8')) as Picture[]

/** Languages named on the command line; none: those of `everyLanguage`. */
const readLanguages = (): string[] => {
  const asked = process.argv.slice(2)
  const unknown = asked.find((one) => !Object.hasOwn(languages, one))
  if (unknown !== undefined)
    throw new Error(
      `There is no language ${unknown}. Name some of these: ${Object.keys(languages).join(', ')}.`,
    )
  if (asked.includes('rtl') && asked.includes(standIn))
    throw new Error(`${standIn} stands in for rtl: take the pictures of one, then of the other.`)
  return asked
}

/** Takes a picture of every screen and state, in each language, colour scheme and size, and makes a page of them. */
await runToEnd(async () => {
  process.chdir(root)
  const asked = readLanguages()
  await rm(gallery, { recursive: true, force: true })
  const args = ['test', '--project=gallery', '--workers=2', '--reporter=list']
  const { exitCode, output } = await run(join(root, 'node_modules/.bin/playwright'), args, {
    env: { NO_COLOR: '1', ...(asked.length > 0 ? { VOLLEY_LANGUAGES: asked.join() } : {}) },
    onStart: onEnd,
  })
  console.log(output)
  if (exitCode !== 0) return 1
  const pictures = (await Promise.all(parts.map(readPart))).flat()
  const files = new Set(pictures.map(({ file }) => file))
  if (files.size < pictures.length)
    throw new Error(`${pictures.length - files.size} pictures have the name of another one.`)
  await writeFile(join(gallery, 'index.html'), pageOf(pictures))
  // Zoomed, a first screen holds a few lines: the share of their hex says little.
  const counted = pictures.filter(({ hex, size }) => hex !== undefined && size !== 'zoomed')
  const tooMuch = counted.filter(({ hex = 0 }) => hex > most)
  for (const { file, hex } of tooMuch) console.log(`${file}: hex ${hex} %`)
  const highest = Math.max(...counted.map(({ hex = 0 }) => hex))
  console.log(`${join('.output/gallery', 'index.html')} shows them.`)
  console.log(`pictures ${pictures.length} hex at most ${highest} % too much ${tooMuch.length}`)
  return tooMuch.length === 0 ? 0 : 1
})
