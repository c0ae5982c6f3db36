import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../components')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(file, 'utf8')

const classesOf = (sheet: string) =>
  new Set(Array.from(read(sheet).matchAll(/\.([a-zA-Z][\w-]*)/g), ([, name]) => name))

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
        isByName: source.includes(`${name}[`),
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
      const used = new Set(users.flatMap(({ names }) => names))
      return users.some(({ isByName }) => isByName)
        ? []
        : [...classesOf(join(root, file))]
            .filter((name) => !used.has(name))
            .map((name) => `${file}: ${name}`)
    })
  expect(unused).toEqual([])
})
