import eslint from '@eslint/js'
import tseslint from 'typescript-eslint'

/** Forbids importing the groups; types may pass where a folder owns what another only mentions. */
const forbid = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
})

const never = (group, message) => ({ group, message })
const typesOnly = (group, message) => ({ group, message, allowTypeImports: true })

const noEntrypoints = never(['**/entrypoints/**'], 'Nobody imports an entrypoint.')
const noEngine = never(['@metamask/json-rpc-engine*'], 'lib/rpc/server.ts owns the engine.')
const noKeys = never(['viem/accounts', '@scure/*', 'hash-wasm'], 'lib/keyring owns keys.')
const noBrowser = never(['wxt/browser'], 'Only the doors and a few named files touch the browser.')
const noDexie = never(['dexie'], 'lib/db owns Dexie.')
const noSite = typesOnly(
  ['**/site', '**/site/*', '**/wallet', '**/wallet/*'],
  'Services never import a table.',
)

export default tseslint.config(
  { ignores: ['.output', '.wxt', 'node_modules', '.cache', 'test-results'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      // There are no enums and next to no classes here: looking for them takes a quarter of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // It looks every name up, and all packages are pinned: what is deprecated shows when one is raised.
      '@typescript-eslint/no-deprecated': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(ObjectExpression > SpreadElement, SpreadElement > TSAsExpression, JSXSpreadAttribute) > ObjectExpression',
          message:
            'Write the properties out: a spread hides a misspelt or doubled one from the type checker.',
        },
        {
          selector: 'UnaryExpression[operator=void] > CallExpression[callee.name=wallet]',
          message: 'Nobody would learn of its failure: use useAction for an action of the user.',
        },
        {
          selector: 'ArrayExpression > SpreadElement > ArrayExpression',
          message: 'Write the elements into the array itself.',
        },
      ],
    },
  },
  {
    files: ['lib/**/*.ts'],
    rules: forbid(noEntrypoints, noEngine, noKeys, noBrowser, noDexie, noSite),
  },
  {
    files: ['lib/rpc/server.ts'],
    rules: forbid(noEntrypoints, noKeys, noBrowser, noDexie, noSite),
  },
  {
    files: ['lib/rpc/sitePort.ts', 'lib/browser/*.ts'],
    rules: forbid(noEntrypoints, noEngine, noKeys, noDexie, noSite),
  },
  {
    files: ['lib/db/*.ts', 'lib/batch/{journal,clearActivity,prune}.ts'],
    rules: forbid(noEntrypoints, noEngine, noKeys, noBrowser, noSite),
  },
  {
    files: ['lib/keyring/{derive,sign,throwaway,vault}.ts'],
    rules: forbid(noEntrypoints, noEngine, noBrowser, noDexie, noSite),
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
      '@typescript-eslint/prefer-for-of': 'off',
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
    files: ['tests/bench/floor/*.js'],
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        module: 'writable',
      },
    },
  },
)
