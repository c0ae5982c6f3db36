type Comment = { value: string }
type Context = {
  report: (found: { node: unknown; message: string }) => void
  sourceCode: { getAllComments: () => Comment[] }
}

/** Builds a rule that reports each node which the selector finds. */
const forbidSyntax = (selector: string, message: string) => ({
  create: (context: Context) => ({
    [selector]: (node: unknown) => {
      context.report({ node, message })
    },
  }),
})

/** True for a comment that begins so, or a doc comment that begins with what it does not name. */
const isLeaning = ({ value }: Comment) =>
  /^[\s*]*(What|Whether|The same)\b|^\*[\s*]*(It|That|Those|Both|So many|With)\b/.test(value)

/** Reports comments whose first words are understood by who has read the lines before them only. */
const standAlone = {
  create: (context: Context) => ({
    Program: () => {
      for (const node of context.sourceCode.getAllComments().filter(isLeaning))
        context.report({ node, message: 'Begin with the subject: who searches lands here first.' })
    },
  }),
}

/** Lint rules of this project, loaded by oxlint.config.ts. */
export default {
  meta: { name: 'volley' },
  rules: {
    'no-literal-spread': forbidSyntax(
      ':matches(ObjectExpression > SpreadElement, SpreadElement > TSAsExpression, JSXSpreadAttribute) > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression',
      'Write the content out: a spread hides a misspelt or doubled property from the type checker.',
    ),
    'comments-stand-alone': standAlone,
    'no-unheard-action': forbidSyntax(
      'UnaryExpression[operator=void] > CallExpression[callee.name=wallet]',
      'Nobody would learn of its failure: use useAction for an action of the user.',
    ),
    'no-unheard-copy': forbidSyntax(
      'MemberExpression[property.name=clipboard]:not(AwaitExpression MemberExpression)',
      'A browser may refuse the clipboard, and nobody would learn of it: use copyText.',
    ),
  },
}
