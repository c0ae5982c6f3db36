import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../components')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(file, 'utf8')

const comments = /\/\*[\s\S]*?\*\//g

const classesOf = (sheet: string) =>
  new Set(
    Array.from(
      read(sheet)
        .replace(comments, '')
        .matchAll(/\.([a-zA-Z][\w-]*)/g),
      ([, name]) => name,
    ),
  )

/** Words of a component that may be the name by which it takes a class: quoted, or a key. */
const wordsOf = (source: string) =>
  Array.from(source.matchAll(/'(\w+)'|(\w+):/g), ([, quoted, key]) => quoted ?? key)

/** Class names that each component takes from its style sheets. */
const uses = files
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const source = read(join(root, file))
    return Array.from(source.matchAll(/import (\w+) from '(.+\.module\.css)'/g)).map(
      ([, name = '', path = '']) => ({
        file,
        sheet: join(root, dirname(file), path),
        names: Array.from(
          source.matchAll(new RegExp(`(?<!/)\\b${name}\\.(\\w+)`, 'g')),
          ([, one]) => one,
        ),
        named: source.includes(`${name}[`) ? wordsOf(source) : [],
      }),
    )
  })

// The types of style sheets know any name: a class that is gone would just not be there.
test('each class that a component takes is in its style sheet', () => {
  const missing = uses.flatMap(({ file, sheet, names }) =>
    names.filter((name) => !classesOf(sheet).has(name)).map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('each class is taken by some component', () => {
  const unused = files
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => {
      const users = uses.filter(({ sheet }) => sheet === join(root, file))
      const used = new Set(users.flatMap(({ names, named }) => [...names, ...named]))
      return [...classesOf(join(root, file))]
        .filter((name) => !used.has(name))
        .map((name) => `${file}: ${name}`)
    })
  expect(unused).toEqual([])
})

/** Words of a style that name a side of the screen, where a language from the right has the other one. */
const physical = [
  /(?<![\w-])(?:(?:scroll-)?(?:margin|padding)|border|inset)-(?:left|right)\b/,
  /(?<![\w-])(?:left|right)\s*:/,
  /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\b/,
  /(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  /(?<![\w-])(?:translate(?:X|3d)?)\((?!0[,)])/,
  /(?<![\w-])(?:(?:margin|padding)(?:Left|Right)|(?:border|inset)(?:Left|Right)\w*)\b/,
]

/** Shorthands of four sides, of which the second is the right one and the fourth the left one. */
const fourSides =
  /(?<![\w-])(?:margin|padding|inset|border-(?:width|style|color))\s*:\s*\S+ (\S+) \S+ ([^\s;]+)\s*;/g

const sidesIn = (style: string) => [
  ...physical.flatMap((word) => word.exec(style)?.[0] ?? []),
  ...Array.from(style.matchAll(fourSides))
    .filter(([, right, left]) => right !== left)
    .map(([found]) => found),
]

test.each([
  'margin-left: 4px;',
  'left: 0;',
  'border-top-right-radius: 4px;',
  'text-align: right;',
  'transform: translate(-50%, -50%);',
  'transform: translateX(8px);',
  'padding: 4px 32px 4px 10px;',
  'style={{ marginLeft: 4 }}',
])('%s names a side', (style) => {
  expect(sidesIn(style)).not.toEqual([])
})

test.each([
  'margin-inline-start: 4px;',
  'inset-inline: 0 auto;',
  'text-align: end;',
  'transform: translateY(-50%);',
  'padding: 4px 8px 6px 8px;',
  '.right { color: red }',
])('%s names none', (style) => {
  expect(sidesIn(style)).toEqual([])
})

// Languages that run from the right would get the margin on the wrong side.
test('no style names left or right where start or end does', () => {
  const sides = files
    .filter((file) => /\.(css|tsx)$/.test(file))
    .flatMap((file) => {
      const source = read(join(root, file))
      const styles = file.endsWith('.css')
        ? [source.replace(comments, '')]
        : Array.from(source.matchAll(/style=\{\{.*?\}\}/gs), ([style]) => style)
      return styles.flatMap((style) => sidesIn(style).map((side) => `${file}: ${side}`))
    })
  expect(sides).toEqual([])
})
