import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Names that are the same in every language, and the words that `StatusWord` puts into sentences. */
const names = /^(Volley|ETH|EIP-\d+|Permit2|gwei|wei|0x)$/
const ownWords = ['components/batches/word.ts', 'components/text/messages.ts']

const hasWords = (text: string) =>
  text
    .split(/\s+/)
    .some((word) => /\p{L}{2}/u.test(word) && !names.test(word.replace(/[.,:]$/, '')))

/** Properties of elements that are read out or shown. */
const shown =
  /^(aria-label|aria-description|alt|title|label|placeholder|hint|asks|yes|no|what|problem)$/

/** A literal that reads like a sentence or a heading. */
const isSentence = (text: string) => /^\p{Lu}\p{Ll}+(\s\p{L}|$)|\p{L} \p{L}+ \p{L}/u.test(text)

const isName = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node.parent) ||
  ts.isLiteralTypeNode(node.parent) ||
  ts.isCaseClause(node.parent) ||
  ts.isElementAccessExpression(node.parent) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  (ts.isBinaryExpression(node.parent) && /^[=!]==$/.test(node.parent.operatorToken.getText())) ||
  (ts.isNewExpression(node.parent) && node.parent.expression.getText() === 'Error')

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => `0${literal.text}`)].join('')
}

const hardCoded = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const literal = textOf(node)
    if (ts.isJsxText(node) && hasWords(node.text)) found.push(node.text.trim())
    else if (literal !== undefined && !isName(node)) {
      const isShown = ts.isJsxAttribute(node.parent) && shown.test(node.parent.name.getText(source))
      if (hasWords(literal) && (isShown || isSentence(literal))) found.push(literal)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.map((what) => `${file}: ${what.replace(/\s+/g, ' ')}`)
}

test('no sentence stands in the components: all come from the locales', () => {
  const files = globSync('{components,entrypoints}/**/*.{ts,tsx}', { cwd: root })
  const found = files.filter((file) => !ownWords.includes(file)).flatMap(hardCoded)
  expect(found).toEqual([])
})
