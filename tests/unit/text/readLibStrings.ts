import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import type { Kind } from './libStrings'

const root = join(import.meta.dirname, '../../..')
const lib = join(root, 'lib') + sep

/** A place where a component reads a text of `lib`, or shows a word that is a key. */
export type Place = { what: string; where: string; isShown: boolean }

/** A component that is not on the disk. */
export type Trial = { file: string; text: string }

const programOf = (trial: Trial) => {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  }
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host)
  if (!config) throw new Error('tsconfig.json cannot be read')
  const isPart = (file: string) => /^(components|entrypoints)\/|\.d\.ts$/.test(relative(root, file))
  const files = config.fileNames.filter(isPart)
  const compiler = ts.createCompilerHost(config.options)
  const path = join(root, trial.file)
  const [read, exists] = [compiler.getSourceFile.bind(compiler), compiler.fileExists.bind(compiler)]
  compiler.fileExists = (file) => file === path || exists(file)
  compiler.getSourceFile = (file, options) =>
    file === path ? ts.createSourceFile(file, trial.text, options) : read(file, options)
  return ts.createProgram([...files, path], config.options, compiler)
}

const isLib = (node: ts.Node): boolean => node.getSourceFile().fileName.startsWith(lib)

/** `db/rows Account.name`: the file below `lib`, and the names around the declaration. */
const nameOf = (declaration: ts.Node): string => {
  const names: string[] = []
  for (let node = declaration; !ts.isSourceFile(node); node = node.parent) {
    const name = 'name' in node ? (node.name as ts.Node | undefined) : undefined
    if (name && ts.isIdentifier(name)) names.unshift(name.text)
  }
  const file = relative(lib, declaration.getSourceFile().fileName).replace(/\.ts$/, '')
  return `${file} ${names.join('.')}`
}

/** Properties of elements that are read out or shown. */
const attributes = /^(aria-label|aria-description|alt|title|label|placeholder|hint|what)$/
/** Names of standards are no words. */
const standard = /^ERC-\d+$/
const fills = /^(t|plural|say|of)$/

/**
 * Lists each place of the components where a text of `lib` is read that may hold any words: not a union of
 * keys, nor hex. The trial counts as one of the components.
 */
export const readLibStrings = (trial: Trial): Place[] => {
  const program = programOf(trial)
  const checker = program.getTypeChecker()
  const places: Place[] = []
  const bound = new Map<ts.Symbol, string>()

  const holdsWords = (type: ts.Type, depth = 0): boolean => {
    if (type.flags & ts.TypeFlags.String) return true
    if (depth > 4) return false
    if (type.isUnion()) return type.types.some((part) => holdsWords(part, depth + 1))
    if (!(type.flags & ts.TypeFlags.Object)) return false
    const parts = [
      ...checker.getTypeArguments(type as ts.TypeReference),
      ...(checker.isArrayType(type)
        ? []
        : checker.getIndexInfosOfType(type).map((one) => one.type)),
    ]
    return parts.some((part) => holdsWords(part, depth + 1))
  }

  /** True if what an expression gives is drawn as it is, or put into a sentence as it is. */
  const isShown = (node: ts.Node): boolean => {
    const { parent } = node
    if (ts.isExpression(node) && checker.getContextualType(node)?.aliasSymbol?.name === 'ReactNode')
      return true
    if (ts.isCallExpression(parent))
      return (
        parent.arguments.some((one, index) => one === node && index > 0) &&
        fills.test(parent.expression.getText())
      )
    if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return true
    if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent))
      return attributes.test(parent.parent.name.getText())
    if (ts.isTemplateSpan(parent)) return isShown(parent.parent)
    const isPassed =
      ts.isParenthesizedExpression(parent) ||
      ts.isNonNullExpression(parent) ||
      (ts.isConditionalExpression(parent) && parent.condition !== node) ||
      (ts.isBinaryExpression(parent) &&
        (/^(\?\?|\|\|)$/.test(parent.operatorToken.getText()) ||
          (parent.operatorToken.getText() === '&&' && parent.right === node)))
    return isPassed && isShown(parent)
  }

  const note = (what: string, node: ts.Node) => {
    const where = relative(root, node.getSourceFile().fileName)
    places.push({ what, where: `${where}: ${node.getText().slice(0, 60)}`, isShown: isShown(node) })
  }

  const noteSymbol = (symbol: ts.Symbol | undefined, node: ts.Node, type: ts.Type) => {
    if (!symbol || !holdsWords(type)) return
    for (const declaration of symbol.declarations ?? []) {
      const isError = declaration.parent.getText().startsWith('interface Error ')
      const what = isError ? 'Error.message' : isLib(declaration) ? nameOf(declaration) : undefined
      if (!what) continue
      note(what, node)
      if (ts.isBindingElement(node)) {
        const local = checker.getSymbolAtLocation(node.name)
        if (local) bound.set(local, what)
      }
    }
  }

  /** Another type may name the text again: what an object of `lib` gives it is read there. */
  const notePassed = (node: ts.Expression, to: ts.Type | undefined) => {
    if (!to) return
    const from = checker.getTypeAtLocation(node)
    for (const wanted of to.getProperties()) {
      if (wanted.declarations?.every(isLib)) continue
      const given = from.getProperty(wanted.name)
      if (given) noteSymbol(given, node, checker.getTypeOfSymbolAtLocation(given, node))
    }
  }

  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node))
      noteSymbol(checker.getSymbolAtLocation(node.name), node, checker.getTypeAtLocation(node))
    else if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
      const of = checker.getTypeAtLocation(node.expression)
      const property = of.getProperty(node.argumentExpression.text)
      noteSymbol(property, node, checker.getTypeAtLocation(node))
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = (node.propertyName ?? node.name).getText()
      const property = checker.getTypeAtLocation(node.parent).getProperty(name)
      noteSymbol(property, node, checker.getTypeAtLocation(node.name))
    } else if (ts.isCallExpression(node)) {
      const declaration = checker.getResolvedSignature(node)?.declaration
      const type = checker.getTypeAtLocation(node)
      if (declaration && isLib(declaration) && holdsWords(checker.getAwaitedType(type) ?? type)) {
        const [verb] = node.expression.getText() === 'wallet' ? node.arguments : []
        note(`${nameOf(declaration)}(${verb?.getText() ?? ''})`, node)
      }
      for (const one of node.arguments) notePassed(one, checker.getContextualType(one))
    } else if (ts.isJsxExpression(node) && node.expression)
      notePassed(node.expression, checker.getContextualType(node.expression))
    else if (ts.isIdentifier(node) && ts.isExpression(node)) {
      const symbol = checker.getSymbolAtLocation(node)
      const known = symbol && bound.get(symbol)
      if (known && !ts.isBindingElement(node.parent)) note(known, node)
      if (symbol && symbol.flags & ts.SymbolFlags.Alias && !ts.isImportSpecifier(node.parent)) {
        const original = checker.getAliasedSymbol(symbol)
        if (original.flags & ts.SymbolFlags.Variable)
          noteSymbol(original, node, checker.getTypeAtLocation(node))
      }
    }
    if (ts.isJsxSpreadAttribute(node) || ts.isSpreadAssignment(node)) {
      const type = checker.getTypeAtLocation(node.expression)
      if (ts.isJsxSpreadAttribute(node))
        for (const one of type.getProperties())
          noteSymbol(one, node, checker.getTypeOfSymbolAtLocation(one, node))
    }
    if (ts.isExpression(node) && !ts.isLiteralExpression(node) && isShown(node)) {
      const type = checker.getTypeAtLocation(node)
      const parts = type.isUnion() ? type.types : [type]
      if (
        parts.some(
          (part) =>
            part.isStringLiteral() && /\p{L}{2}/u.test(part.value) && !standard.test(part.value),
        )
      )
        note('a word that is a key', node)
    }
    ts.forEachChild(node, visit)
  }

  for (const source of program.getSourceFiles()) {
    const file = relative(root, source.fileName)
    if (/^(components|entrypoints\/popup)\//.test(file)) visit(source)
  }
  return places
}

/** Lists what is wrong about places: an undeclared text, or one that is shown although its kind forbids it. */
export const wrongPlaces = (
  places: readonly Place[],
  kinds: Readonly<Record<string, Kind>>,
): string[] => [
  ...new Set(
    places.flatMap(({ what, where, isShown }) => {
      const kind = kinds[what]
      if (!kind) return [`${what} is read, but of no kind: ${where}`]
      const isHidden = kind === 'key' || kind === 'stranger'
      return isShown && isHidden ? [`${what}, a ${kind}, is shown as it is: ${where}`] : []
    }),
  ),
]
