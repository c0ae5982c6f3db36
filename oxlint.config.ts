import { defineConfig, type OxlintConfig } from 'oxlint'

type Rules = NonNullable<OxlintConfig['rules']>
type Pattern = { group: string[]; message: string; allowTypeImports?: boolean }

const never = (group: string[], message: string): Pattern => ({ group, message })
const typesOnly = (group: string[], message: string): Pattern => ({
  group,
  message,
  allowTypeImports: true,
})

/** Forbids importing the groups; types may pass where a folder owns what another only mentions. */
const forbid = (...patterns: Pattern[]): Rules => ({
  'no-restricted-imports': ['error', { patterns }],
})

const errors = (names: string[]): Rules => Object.fromEntries(names.map((name) => [name, 'error']))

const noEntrypoints = never(['**/entrypoints/**'], 'Nobody imports an entrypoint.')
const noEngine = never(['@metamask/json-rpc-engine*'], 'lib/rpc/server.ts owns the engine.')
const secrets = ['viem/accounts', '@scure/*']
const noKeys = never([...secrets, 'hash-wasm'], 'lib/keyring owns keys.')
const noBrowser = never(['wxt/browser'], 'Only the doors and a few named files touch the browser.')
const noDexie = never(['dexie'], 'lib/db owns Dexie.')
const noSite = typesOnly(
  ['**/site', '**/site/*', '**/wallet', '**/wallet/*'],
  'Services never import a table.',
)

const rules = [
  'constructor-super',
  'for-direction',
  'getter-return',
  'no-array-constructor',
  'no-async-promise-executor',
  'no-case-declarations',
  'no-class-assign',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-const-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-delete-var',
  'no-dupe-class-members',
  'no-dupe-else-if',
  'no-dupe-keys',
  'no-duplicate-case',
  'no-empty',
  'no-empty-character-class',
  'no-empty-function',
  'no-empty-pattern',
  'no-empty-static-block',
  'no-ex-assign',
  'no-extra-boolean-cast',
  'no-fallthrough',
  'no-func-assign',
  'no-global-assign',
  'no-import-assign',
  'no-invalid-regexp',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-new-native-nonconstructor',
  'no-nonoctal-decimal-escape',
  'no-obj-calls',
  'no-prototype-builtins',
  'no-redeclare',
  'no-regex-spaces',
  'no-self-assign',
  'no-shadow-restricted-names',
  'no-sparse-arrays',
  'no-this-before-super',
  'no-unassigned-vars',
  'no-unexpected-multiline',
  'no-unreachable',
  'no-unsafe-finally',
  'no-unsafe-negation',
  'no-unsafe-optional-chaining',
  'no-unused-expressions',
  'no-unused-labels',
  'no-unused-private-class-members',
  'no-useless-assignment',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-constructor',
  'no-useless-escape',
  'no-with',
  'preserve-caught-error',
  'require-yield',
  'use-isnan',
  'valid-typeof',
]

/** Rules of typescript-eslint's strict and stylistic sets, those that ask for types included. */
const typescript = [
  'typescript/adjacent-overload-signatures',
  'typescript/array-type',
  'typescript/await-thenable',
  'typescript/ban-tslint-comment',
  'typescript/class-literal-property-style',
  'typescript/consistent-generic-constructors',
  'typescript/consistent-indexed-object-style',
  'typescript/consistent-type-assertions',
  'typescript/consistent-type-imports',
  'typescript/dot-notation',
  'typescript/no-array-delete',
  'typescript/no-base-to-string',
  'typescript/no-confusing-non-null-assertion',
  'typescript/no-duplicate-enum-values',
  'typescript/no-duplicate-type-constituents',
  'typescript/no-dynamic-delete',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-extra-non-null-assertion',
  'typescript/no-extraneous-class',
  'typescript/no-floating-promises',
  'typescript/no-for-in-array',
  'typescript/no-generated-empty-object-type',
  'typescript/no-implied-eval',
  'typescript/no-inferrable-types',
  'typescript/no-meaningless-void-operator',
  'typescript/no-misused-new',
  'typescript/no-misused-promises',
  'typescript/no-misused-spread',
  'typescript/no-mixed-enums',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-asserted-optional-chain',
  'typescript/no-non-null-assertion',
  'typescript/no-redundant-type-constituents',
  'typescript/no-require-imports',
  'typescript/no-this-alias',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-condition',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-declaration-merging',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/no-unsafe-unary-minus',
  'typescript/no-useless-default-assignment',
  'typescript/no-wrapper-object-types',
  'typescript/non-nullable-type-assertion-style',
  'typescript/only-throw-error',
  'typescript/prefer-as-const',
  'typescript/prefer-find',
  'typescript/prefer-for-of',
  'typescript/prefer-function-type',
  'typescript/prefer-includes',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-namespace-keyword',
  'typescript/prefer-nullish-coalescing',
  'typescript/prefer-optional-chain',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-regexp-exec',
  'typescript/prefer-return-this-type',
  'typescript/prefer-string-starts-ends-with',
  'typescript/related-getter-setter-pairs',
  'typescript/require-await',
  'typescript/triple-slash-reference',
  'typescript/unbound-method',
  'typescript/unified-signatures',
  'typescript/use-unknown-in-catch-callback-variable',
]

export default defineConfig({
  plugins: ['typescript'],
  // Rules of our own, which no published one covers.
  jsPlugins: ['./scripts/lintRules.ts'],
  categories: { correctness: 'off' },
  // The type checker's own errors are reported too: one program serves both.
  options: { typeAware: true, typeCheck: true },
  ignorePatterns: ['.output', '.wxt', 'node_modules', '.cache', 'test-results'],
  rules: {
    ...errors(rules),
    ...errors(typescript),
    'no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
    ],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-definitions': ['error', 'type'],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': [
      'error',
      { allowNumber: true, allowBoolean: true },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'volley/no-literal-spread': 'error',
    'volley/no-unheard-action': 'error',
  },
  overrides: [
    {
      files: ['lib/**/*.ts'],
      rules: forbid(noEntrypoints, noEngine, noKeys, noBrowser, noDexie, noSite),
    },
    {
      files: ['lib/rpc/server.ts'],
      rules: forbid(noEntrypoints, noKeys, noBrowser, noDexie, noSite),
    },
    {
      files: ['lib/rpc/sitePort.ts', 'lib/browser/*.ts', 'lib/realm/first.ts'],
      rules: forbid(noEntrypoints, noEngine, noKeys, noDexie, noSite),
    },
    {
      files: ['lib/db/*.ts', 'lib/batch/{journal,foldCache,clearActivity,prune}.ts'],
      rules: forbid(noEntrypoints, noEngine, noKeys, noBrowser, noSite),
    },
    {
      files: ['lib/keyring/{derive,sign,throwaway,vault}.ts'],
      rules: forbid(noEntrypoints, noEngine, noBrowser, noDexie, noSite),
    },
    {
      // Keccak, which is no secret's.
      files: ['lib/sign/keccak.ts'],
      rules: forbid(
        noEntrypoints,
        noEngine,
        never(secrets, 'lib/keyring owns keys.'),
        noBrowser,
        noDexie,
        noSite,
      ),
    },
    {
      files: ['lib/site/**', 'lib/wallet/**', 'lib/background/**'],
      rules: forbid(noEntrypoints, noEngine, noKeys, noDexie),
    },
    {
      files: [
        'lib/page/provider.ts',
        'lib/page/legacy.ts',
        'lib/page/relay.ts',
        'lib/subscriptions/held.ts',
      ],
      rules: {
        ...forbid(typesOnly(['*', '**/*'], 'What runs in pages depends on nothing.')),
        // A page may have replaced the iterator of arrays.
        'typescript/prefer-for-of': 'off',
      },
    },
    {
      files: ['components/**'],
      rules: forbid(
        noEntrypoints,
        noEngine,
        noKeys,
        typesOnly(
          ['**/lib/keyring/*', '**/lib/network/node', '**/lib/rpc/server', '**/lib/rpc/sitePort'],
          'Pages of ours hold no keys and ask no node.',
        ),
        typesOnly(['**/lib/site', '**/lib/site/*'], 'Pages of ours know the table by its types.'),
      ),
    },
    {
      // The development build has them, so that no test in a browser would notice.
      files: ['lib/**', 'components/**', 'entrypoints/background.ts', 'entrypoints/popup/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          ...['fetch', 'WebSocket', 'indexedDB', 'caches', 'Worker', 'chrome'].map((name) => ({
            name,
            message: 'The package has none: see lib/realm/powers.ts.',
          })),
        ],
      },
    },
    {
      // Playwright reads a fixture's dependencies from its destructuring pattern, which may be empty.
      files: ['tests/e2e/support/**'],
      rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
    },
    {
      // The iterator of arrays is among what the hostile page replaces.
      files: ['tests/e2e/support/hostilePage.ts'],
      rules: { 'typescript/prefer-for-of': 'off' },
    },
    {
      // Plain JavaScript is outside the type checker's program.
      files: ['**/*.{js,mjs,cjs}'],
      rules: Object.fromEntries(typescript.map((name) => [name, 'off'])),
    },
  ],
})
