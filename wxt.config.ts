import { mergeConfig, type Plugin } from 'vite'
import { defineConfig } from 'wxt'
import { version } from './package.json' with { type: 'json' }
import { backgroundParts } from './scripts/plugins/backgroundParts.ts'
import { bareContentScripts } from './scripts/plugins/bareContentScripts.ts'
import { laterFiles } from './scripts/plugins/laterFiles.ts'
import { languageFile, languagesIn, withLists } from './scripts/plugins/languageFiles.ts'
import { parseAbis } from './scripts/plugins/parseAbis.ts'
import { pageFirst } from './scripts/plugins/pageFirst.ts'
import { sourceHash } from './scripts/sourceHash.ts'
import { staticImports } from './scripts/plugins/staticImports.ts'
import { unusedParts } from './scripts/plugins/unusedParts.ts'
import { versionsOnce } from './scripts/plugins/versionsOnce.ts'
import { wasmFiles } from './scripts/plugins/wasmFiles.ts'
import { withoutQueryCache } from './scripts/plugins/withoutQueryCache.ts'
import { wordListFile } from './scripts/plugins/wordList.ts'

/** The development build alone knows a local chain; it is listed first and so is its default. */
const localUrl = (mode: string) =>
  mode === 'development' ? (process.env.VOLLEY_LOCAL_URL ?? 'http://127.0.0.1:8545') : ''

const baseUrl = process.env.VOLLEY_BASE_URL ?? 'https://mainnet.base.org'
const testnetBaseUrl = process.env.VOLLEY_TESTNET_BASE_URL ?? 'https://sepolia.base.org'

const hostPermission = (url: string) => `${new URL(url).protocol}//${new URL(url).hostname}/*`

/** A worker of Chrome needs a policy to import the background's later files; `silentPages` keeps pages from making it. */
const trustedTypes = (browser: string) =>
  browser === 'firefox' ? "trusted-types 'none'" : 'trusted-types parts'

/** Only while developing may styles be put into the page: that is how Vite reloads them. */
const contentSecurityPolicy = (isServing: boolean, browser: string) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${isServing ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self' https: wss: http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:*",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // No text becomes code or markup, whoever writes it there; only Vite's reloading needs that.
    ...(isServing ? [] : ["require-trusted-types-for 'script'", trustedTypes(browser)]),
  ].join('; ')

/**
 * Forbids pages every connection, as the background alone asks nodes, and every policy of Trusted Types: this does not
 * bind the background.
 */
const silentPages: Plugin = {
  name: 'silent-pages',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: {
        'http-equiv': 'Content-Security-Policy',
        content: "connect-src 'self'; trusted-types 'none'",
      },
      injectTo: 'head-prepend',
    },
  ],
}

export default defineConfig({
  imports: false,
  modules: ['@wxt-dev/module-react'],
  manifestVersion: 3,
  hooks: {
    // The background reads these words when a phrase is typed or made.
    'build:publicAssets': (_, files) => {
      files.splice(0, files.length, ...withLists(files), wordListFile)
    },
    'prepare:publicPaths': (_, paths) => {
      const files = paths.filter((path) => typeof path === 'string')
      paths.push(wordListFile.relativeDest, ...languagesIn(files).map(languageFile))
    },
    'vite:build:extendConfig': ([entrypoint], config) => {
      const build = config.build ?? {}
      // Modules that the page loads at once share one file: gzip makes one smaller than ten. So do those that an approval
      // loads beside its first questions: each file more is one more question to the browser.
      if (entrypoint?.name === 'popup') {
        const groups = [
          { name: 'page', tags: ['$initial' as const] },
          {
            name: 'later',
            test: /\/(listed\/(tokenIdentity|contractNames|skeletons|sources|shape)|approvals\/verb|calls\/(Steps|Words)|prices\/(usePrices|poorReturn)|decode\/readOnce|simulate\/acquaintance)\b/,
          },
        ]
        config.build = mergeConfig(build, {
          rolldownOptions: { output: { codeSplitting: { groups } } },
        })
      }
      // A script that starts the background and files that it loads when they are needed, by `backgroundParts`.
      if (entrypoint?.name === 'background' && build.lib) {
        build.lib.formats = ['cjs']
        config.build = mergeConfig(build, {
          rolldownOptions: {
            // The first file has all that others share with it, so that nothing is loaded before it.
            preserveEntrySignatures: 'allow-extension',
            output: { exports: 'named', chunkFileNames: 'background/[name].js' },
          },
        })
      }
    },
  },
  vite: ({ mode, browser }) => ({
    plugins: [
      parseAbis(),
      staticImports(),
      unusedParts(),
      versionsOnce(),
      wasmFiles(),
      withoutQueryCache(),
      silentPages,
      laterFiles(),
      pageFirst(),
      backgroundParts(browser),
      bareContentScripts(),
    ],
    // Dexie's own build for browsers of today: its usual one carries ES5 code for those before 2018.
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    define: {
      __BASE_URL__: JSON.stringify(baseUrl),
      __TESTNET_BASE_URL__: JSON.stringify(testnetBaseUrl),
      __BUILD__: JSON.stringify(sourceHash(import.meta.dirname)),
      __VERSION__: JSON.stringify(version),
      __LOCAL_URL__: JSON.stringify(localUrl(mode)),
    },
    build: {
      // Chunks are files of the package: a link for each that comes ahead of it holds the page up for longer than it saves.
      modulePreload: false,
      // For a test that weighs what came from some sources.
      sourcemap: process.env.VOLLEY_MAPS === 'yes',
      rolldownOptions: {
        // A constant is written once: the public suffix list of tldts stood three times in its chunk.
        optimization: { inlineConst: false },
        // Libraries import these and Volley calls none of it. Loading them does nothing, so they may be
        // left out; `@metamask/scure-bip39` is a second copy of the word list.
        treeshake: {
          moduleSideEffects: [
            {
              test: /node_modules\/(semver|debug|ms|fast-safe-stringify|@metamask\/scure-bip39)\//,
              sideEffects: false,
            },
          ],
        },
      },
    },
  }),
  manifest: ({ browser, command }) => ({
    name: 'Volley',
    description: '__MSG_extensionDescription__',
    default_locale: 'en',
    permissions: [
      'storage',
      'unlimitedStorage',
      'alarms',
      // Gives nothing of any page, and no warning: optional, it would end Chrome when the panel is opened.
      ...(browser === 'firefox' ? [] : ['sidePanel']),
    ],
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+V' } } },
    // Asked for when the user wants to be told when a batch is done.
    optional_permissions: ['notifications'],
    host_permissions: [
      ...new Set(
        [baseUrl, testnetBaseUrl, 'http://127.0.0.1/', 'http://localhost/'].map(hostPermission),
      ),
    ],
    // RPCs of the user's own: asked for where a node cannot be read without.
    optional_host_permissions: ['https://*/*'],
    incognito: 'not_allowed',
    content_security_policy: {
      extension_pages: contentSecurityPolicy(command === 'serve', browser),
    },
    ...(browser === 'firefox'
      ? {
          sidebar_action: {
            default_title: 'Volley',
            default_panel: 'popup.html?panel',
            default_icon: { 16: 'icon/16.png', 32: 'icon/32.png' },
            open_at_install: false,
          },
          browser_specific_settings: {
            gecko: {
              id: 'volley@volley.example',
              strict_min_version: '140.0',
              // Nodes get addresses and transactions: transmitted, though we collect nothing.
              data_collection_permissions: { required: ['financialAndPaymentInfo'] },
            },
          },
        }
      : {
          side_panel: { default_path: 'popup.html?panel' },
          minimum_chrome_version: '123',
          // Left out, every other extension could connect; an empty list lets none.
          externally_connectable: { ids: [] },
        }),
  }),
})
