import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Names that a component shares with the type of lib that it shows. */
const shownTypes = [
  'Abilities',
  'Account',
  'CallAction',
  'Delegate',
  'Descriptor',
  'Domain',
  'Expected',
  'Refusal',
  'Settings',
  'Trouble',
  'TypedDataDigests',
  'Unchecked',
  'Verdict',
  'Word',
]

/** Names that a component shares with the type, of its own folder, that it shows. */
const ownTypes = ['Worth']

type Source = { file: string; text: string }

const sources = globSync('{lib,components}/**/*.{ts,tsx}', { cwd: root }).map((file): Source => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((part) => (ts.isBindingElement(part) ? namesIn(part.name) : []))

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const importedIn = ({ statements }: ts.SourceFile): string[] =>
  statements.filter(ts.isImportDeclaration).flatMap(({ importClause }) => {
    const bindings = importClause?.namedBindings
    return bindings && ts.isNamedImports(bindings)
      ? bindings.elements.map(({ name }) => name.text)
      : []
  })

/** The names that a file exports and declares itself; one that it only passes on is another file's. */
const declaredIn = ({ file, text }: Source): string[] => {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const imported = importedIn(parsed)
  const names = parsed.statements.flatMap((statement): string[] => {
    if (ts.isExportDeclaration(statement)) {
      const list = statement.exportClause
      if (statement.moduleSpecifier || !list || !ts.isNamedExports(list)) return []
      return list.elements
        .filter(({ name, propertyName = name }) => !imported.includes(propertyName.text))
        .map(({ name }) => name.text)
    }
    if (!isExported(statement)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
    const isNamed =
      ts.isTypeAliasDeclaration(statement) ||
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement)
    return isNamed && statement.name ? [statement.name.text] : []
  })
  return [...new Set(names)]
}

/** Files by the names that they declare and export, of which there are several. */
const sharedNames = (files: readonly Source[]): Record<string, string[]> => {
  const all = files.flatMap((source) =>
    declaredIn(source).map((name) => ({ name, file: source.file })),
  )
  const byName = [...Map.groupBy(all, ({ name }) => name)]
  return Object.fromEntries(
    byName
      .filter(([, group]) => group.length > 1)
      .map(([name, group]) => [name, group.map(({ file }) => file).toSorted()]),
  )
}

/** A component in the file of its name, and a type of the one part of the wallet that may have the name too. */
const isShown = (name: string, files: readonly string[]): boolean => {
  const types = files.filter((file) => !file.endsWith('.tsx'))
  if (files.length !== 2 || types.length !== 1) return false
  return ownTypes.includes(name)
    ? types.every((file) => file.startsWith('components/'))
    : shownTypes.includes(name) && types.every((file) => file.startsWith('lib/'))
}

test('an exported name of lib and components has one meaning', () => {
  const shared = Object.entries(sharedNames(sources))
  expect(Object.fromEntries(shared.filter(([name, files]) => !isShown(name, files)))).toEqual({})
  expect(shared.map(([name]) => name).toSorted()).toEqual([...shownTypes, ...ownTypes].toSorted())
})

test('a name is found however it is exported, and where it is declared only', () => {
  const files = [
    { file: 'lib/a.ts', text: 'export type A = 1; export const [b, { c }] = d, e = 1' },
    { file: 'lib/b.ts', text: "export { A } from './a'; type Own = 1; export type { Own as B }" },
    { file: 'lib/c.ts', text: "import { e } from './a'; export { e }; export class C {}" },
    { file: 'lib/d.ts', text: 'export function b() {}; type A = 2; const e = 1; export { e }' },
    { file: 'components/e.tsx', text: 'export const B = 1; export type C = 1; const c = 1' },
  ]
  expect(sharedNames(files)).toEqual({
    b: ['lib/a.ts', 'lib/d.ts'],
    e: ['lib/a.ts', 'lib/d.ts'],
    B: ['components/e.tsx', 'lib/b.ts'],
    C: ['components/e.tsx', 'lib/c.ts'],
  })
})

test('a file of lib has a name of its own, but for the index of a folder', () => {
  const files = sources.map(({ file }) => file).filter((file) => file.startsWith('lib/'))
  const named = files.filter((file) => basename(file) !== 'index.ts')
  const groups = [...Map.groupBy(named, (file) => basename(file)).values()]
  expect(groups.filter((group) => group.length > 1)).toEqual([])
})
