import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Names that are the same in every language, a key's among them, and the words that `StatusWord` puts into sentences. */
const names = /^(Volley|ETH|EIP-\d+|Permit2|gwei|wei|0x|Escape)$/
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

const sourceOf = (file: string, text = readFileSync(join(root, file), 'utf8')) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

const hardCoded = (file: string): string[] => {
  const source = sourceOf(file)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const literal = textOf(node)
    if (ts.isJsxText(node) && hasWords(node.text)) found.push(node.text.trim())
    else if (literal !== undefined && !isName(node) && !names.test(literal)) {
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

/** Folders whose sentences sites and developers read, in English. */
const forSites = /^lib\/(site|rpc|page)\//

/** A proper name, which is the same in every language, or a list of them. */
const proper = (text: string) => text.split(', ').every((name) => properNames.test(name))
const properNames =
  /^([\w-]+|Aerodrome router|Arbitrum One|BNB Smart Chain|Base Sepolia|OP Mainnet|Trust Wallet|0x Exchange Proxy|1inch router|Simple7702Account [\d.]+|Aave debt|Euler account|Maker vault( owner)?|ENS (name|resolver)|Safe (owner|module)|ERC-6909 transfers|CoW Protocol|Local DAI|USD Coin \(local\)|Universal Router|Uniswap (Calibur|Universal Router|V[23] (router|periphery)))$/

/** Lines of a sign-in (EIP-4361) and of one of Polymarket's, which sites write in English. */
const signIn = /^wants you to sign in with|^This message attests that|\(\?/

/** A new account's name as it is stored: `components/text/accountName.ts` translates it. */
const stored = 'Account 0'

/** Words for a node or a request in the errors that sites get, and reads of their types. */
const forErrors = [
  'an RPC',
  'The node gave no reason',
  'the second RPC',
  'the connection',
  'the network',
  'the token',
  'typed data',
  'delegatee nonce expiry',
]

/** A function whose texts reach nobody's screen: errors, rules of a site's params, ABIs. */
const isSilent = (node: ts.CallExpression | ts.NewExpression) =>
  /^(Error|rpcError|refuse|misfit|silent|toError|errorText|matches|parseAbi|strictObject|boundedList|oneOrMore|v\..+)$/.test(
    node.expression.getText().replace(/<.*/, ''),
  )

const isAbi = (text: string) => /^(struct|address) \w+|;$/.test(text)

/**
 * Three words, two that begin with a capital letter, or a word with a value behind it. Two words in small
 * letters are a key.
 */
const isPhrase = (text: string) => /\p{L}+ \p{L}+ \p{L}|^\p{Lu}\p{L}+ \p{L}|\p{L}{2} 0/u.test(text)

/** The name of a standard is shown in the middle of a sentence. */
const isStandard = ({ parent }: ts.Node) =>
  ts.isCallExpression(parent) && parent.expression.getText() === 'standard'

const sentencesIn = (sources: readonly ts.SourceFile[]): string[] => {
  // A text that is a type as well is a key: where one is shown, `libStrings.test.ts` finds it.
  const keys = new Set<string>()
  const collect = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) keys.add(node.literal.text)
    ts.forEachChild(node, collect)
  }
  sources.forEach(collect)
  return sources.flatMap((source) => {
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && isSilent(node)) return
      const text = textOf(node)
      if (text === undefined) return ts.forEachChild(node, visit)
      const isConst =
        ts.isAsExpression(node.parent) ||
        (ts.isArrayLiteralExpression(node.parent) && ts.isAsExpression(node.parent.parent))
      if ((isPhrase(text) || isStandard(node)) && !isName(node) && !isConst) {
        const isKnown =
          [...keys, ...forErrors, stored].includes(text) ||
          proper(text) ||
          signIn.test(text) ||
          isAbi(text)
        if (!isKnown) found.push(`${source.fileName}: ${text}`)
      }
      ts.forEachChild(node, visit)
    }
    ts.forEachChild(source, visit)
    return found
  })
}

const libSources = () =>
  globSync('lib/**/*.ts', { cwd: root })
    .filter((file) => !forSites.test(file))
    .map((file) => sourceOf(file))

test('no sentence stands in lib but for sites and in errors: what lib tells the page is a key', () => {
  expect(sentencesIn(libSources())).toEqual([])
})

test.each([
  ["export const because = 'the node left it out'", 'the node left it out'],
  [
    'export const because = (why: string) => `alone it would fail: ${why}`',
    'alone it would fail: 0',
  ],
  ["export const one = standard('plain exchanges', [], read)", 'plain exchanges'],
  ['export const name = index => ({ name: `Wallet ${index + 1}` })', 'Wallet 0'],
])('a sentence in lib is found: %s', (text, sentence) => {
  expect(sentencesIn([sourceOf('lib/trial.ts', text)])).toEqual([`lib/trial.ts: ${sentence}`])
})
