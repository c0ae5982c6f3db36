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

// Languages that run from the right would get the margin on the wrong side.
test('no style sheet names left or right where start or end does', () => {
  const sides = files
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) =>
      Array.from(
        read(join(root, file)).matchAll(
          /(?:margin|padding|border)-(?:left|right)\b|\btext-align: (?:left|right)\b/g,
        ),
        ([found]) => `${file}: ${found}`,
      ),
    )
  expect(sides).toEqual([])
})
