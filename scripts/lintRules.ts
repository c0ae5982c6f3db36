type Context = { report: (found: { node: unknown; message: string }) => void }

/** Builds a rule that reports each node which the selector finds. */
const forbidSyntax = (selector: string, message: string) => ({
  create: (context: Context) => ({
    [selector]: (node: unknown) => {
      context.report({ node, message })
    },
  }),
})

/** Lint rules of this project, loaded by oxlint.config.ts. */
export default {
  meta: { name: 'volley' },
  rules: {
    'no-literal-spread': forbidSyntax(
      ':matches(ObjectExpression > SpreadElement, SpreadElement > TSAsExpression, JSXSpreadAttribute) > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression',
      'Write the content out: a spread hides a misspelt or doubled property from the type checker.',
    ),
    'no-unheard-action': forbidSyntax(
      'UnaryExpression[operator=void] > CallExpression[callee.name=wallet]',
      'Nobody would learn of its failure: use useAction for an action of the user.',
    ),
  },
}
