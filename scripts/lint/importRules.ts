import type { OxlintConfig, OxlintOverride } from 'oxlint'

type Rules = NonNullable<OxlintConfig['rules']>
type Pattern = {
  group: string[]
  message: string
  allowTypeImports?: boolean
  importNames?: string[]
}

const never = (group: string[], message: string): Pattern => ({ group, message })
const typesOnly = (group: string[], message: string): Pattern => ({
  group,
  message,
  allowTypeImports: true,
})

/** viem throws where a text is no address, and would be a second rule of when two are one. */
const noOtherEquality: Pattern = {
  group: ['viem'],
  importNames: ['isAddressEqual'],
  message: 'lib/values/address.ts compares addresses.',
}

/** Forbids importing the groups; types may pass where a folder owns what another only mentions. */
const forbid = (...patterns: Pattern[]): Rules => ({
  'no-restricted-imports': ['error', { patterns: [noOtherEquality, ...patterns] }],
})

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

/** Rows are what all else builds on; the powers are taken before anything runs. */
const nothingAbove = never(
  ['../**', '@/**', '!../realm/powers'],
  'lib/db depends on nothing above.',
)

/** A batch asks its node through its world, which trials replace. */
const noNode = typesOnly(['**/network/node'], 'lib/batch asks the node through world.ts.')
const noVerbs = typesOnly(
  ['**/wallet', '**/wallet/*'],
  'Methods of sites never use the wallet’s verbs.',
)

/**
 * Who may import whom. For each file the last entry that names it counts alone: it replaces the patterns of
 * the ones before, so each lists all that its files may not import.
 */
export const importRules: OxlintOverride[] = [
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
    files: ['lib/db/*.ts'],
    rules: forbid(noEngine, noKeys, noBrowser, nothingAbove),
  },
  {
    files: ['lib/batch/*.ts'],
    rules: forbid(noEntrypoints, noEngine, noKeys, noBrowser, noDexie, noSite, noNode),
  },
  {
    files: ['lib/batch/{journal,foldCache,clearActivity,prune}.ts'],
    rules: forbid(noEntrypoints, noEngine, noKeys, noBrowser, noSite, noNode),
  },
  {
    files: ['lib/keyring/{derive,deriveAddress,sign,throwaway,vault}.ts'],
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
    files: ['lib/site/**'],
    rules: forbid(noEntrypoints, noEngine, noKeys, noBrowser, noDexie, noVerbs),
  },
  {
    files: ['lib/wallet/**'],
    rules: forbid(noEntrypoints, noEngine, noKeys, noBrowser, noDexie),
  },
  {
    files: ['lib/wallet/{port,client}.ts', 'lib/background/**'],
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
      typesOnly(
        ['**/lib/site', '**/lib/site/*', '**/lib/wallet', '**/lib/wallet/*Verbs'],
        'Pages of ours know the tables by their types.',
      ),
    ),
  },
]
