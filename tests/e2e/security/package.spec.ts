import { readFileSync, readdirSync, statSync } from 'node:fs'
import { createRequire, type SourceMapPayload } from 'node:module'
import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { development } from '../../chain/development.ts'
import { keys } from '../../unit/accounts.ts'
import { buildExtension, builtExtension } from '../../../scripts/build.ts'
import { withWasmFiles } from '../../../scripts/plugins/wasmFiles.ts'
import { isShipped, type Lock } from '../../../scripts/lists/sbom.ts'
import { wordListFile } from '../../../scripts/plugins/wordList.ts'
import { packageBuild, testBuild, type Browser } from '../support/stage.ts'
import { withoutSources } from '../support/withoutSources.ts'

const browsers = ['chrome', 'firefox'] as const

const require = createRequire(import.meta.url)

/** Stands in the registry of descriptors, and nowhere else. */
const { source: registrySource } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../lib/decode/descriptors/registry.json'), 'utf8'),
) as { source: string }

const packageFor = (browser: Browser) => builtExtension(packageBuild(browser))
const testFolder = (browser: Browser) => builtExtension(testBuild(browser))

const filesOf = (folder: string) => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

const textOf = (folder: string) =>
  filesOf(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

/** The scripts of the background: the one that starts it, and those that it loads when they are needed. */
const backgroundFiles = (folder: string) => [
  join(folder, 'background.js'),
  ...filesOf(join(folder, 'background')),
]

const backgroundOf = (folder: string) =>
  backgroundFiles(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

/** Sums the gzipped sizes of files, in bytes. */
const weigh = (files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)

/** Adds scripts to those found, with all that they import before they run. */
const withImports = (scripts: readonly string[], found = new Set<string>()): Set<string> => {
  for (const script of scripts) {
    if (found.has(script)) continue
    found.add(script)
    const code = readFileSync(script, 'utf8')
    const named = [...code.matchAll(/\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)]
    withImports(
      named.map(([, name = '']) => join(script, '..', name)),
      found,
    )
  }
  return found
}

/**
 * Code for each kind of device: strings of the two parts that are asked for later, one that adds an account and one that
 * signs, and one of what speaks with the device.
 */
const kinds = {
  ledger: { parts: ['device_live', 'device_asking'], speaks: 'inputreport' },
  qr: { parts: ['qr_another', 'qr_scanThis'], speaks: 'requestVideoFrameCallback' },
}

type Manifest = {
  manifest_version: number
  permissions: string[]
  optional_permissions: string[]
  host_permissions: string[]
  optional_host_permissions: string[]
  content_scripts: {
    matches: string[]
    js: string[]
    run_at: string
    world?: string
    all_frames?: boolean
    match_origin_as_fallback?: boolean
  }[]
  externally_connectable?: { ids: string[] }
  commands?: object
  sidebar_action?: { open_at_install: boolean }
  incognito: string
  content_security_policy?: { extension_pages?: string }
  minimum_chrome_version?: string
  browser_specific_settings?: object
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

for (const browser of browsers) {
  test(`no build for ${browser} holds the phrase or the password of the local chain`, () => {
    for (const folder of [packageFor(browser), testFolder(browser)]) {
      const text = textOf(folder)
      for (const secret of [development.phrase, development.password, ...Object.values(keys)])
        expect(text.includes(secret.replace(/^0x/, '')), folder).toBe(false)
    }
  })

  test(`the local chain is preset in the development build for ${browser} alone`, () => {
    expect(textOf(packageFor(browser))).not.toMatch(/\b31337\b/)
    expect(textOf(testFolder(browser))).toMatch(/\b31337\b/)
  })

  test(`the manifest for ${browser} asks for what is needed and opens nothing`, () => {
    const manifest = manifestOf(packageFor(browser))
    expect(manifest.manifest_version).toBe(3)
    const everywhere = ['storage', 'unlimitedStorage', 'alarms']
    // The side panel gives nothing of any page: the user opens it.
    expect(manifest.permissions).toEqual(
      browser === 'chrome' ? [...everywhere, 'sidePanel'] : everywhere,
    )
    expect(Object.keys(manifest.commands ?? {})).toEqual(['_execute_action'])
    expect(manifest.sidebar_action?.open_at_install).toBe(browser === 'chrome' ? undefined : false)
    // The nodes of Base that the build names, and a node on the user's own machine: no other host without a yes.
    const loopback = ['http://127.0.0.1/*', 'http://localhost/*']
    const nodes = ['https://mainnet.base.org/*', 'https://sepolia.base.org/*']
    expect(manifest.host_permissions.toSorted()).toEqual([...loopback, ...nodes])
    // Every name under localhost is this machine, and localhost itself is one of them.
    const machine = ['http://*.localhost/*', 'http://127.0.0.1/*', 'http://[::1]/*']
    const matches = [...machine, 'https://*/*']
    for (const script of manifest.content_scripts)
      expect(script.matches.toSorted()).toEqual(matches)
    // Order matters: the page's script must listen before the relay hands over its port.
    const script = { run_at: 'document_start', all_frames: true, match_origin_as_fallback: true }
    expect(manifest.content_scripts).toMatchObject([
      { ...script, js: ['content-scripts/inpage.js'], world: 'MAIN' },
      { ...script, js: ['content-scripts/relay.js'] },
    ])
    expect(manifest).not.toHaveProperty('web_accessible_resources')
    expect(manifest.optional_permissions).toEqual(['notifications'])
    expect(manifest.optional_host_permissions).toEqual(['https://*/*'])
    expect(manifest.incognito).toBe('not_allowed')
    if (browser === 'chrome') expect(manifest.externally_connectable).toEqual({ ids: [] })
  })

  test(`the pages for ${browser} run no code but the package's, and ask nobody`, () => {
    const policy = manifestOf(packageFor(browser)).content_security_policy?.extension_pages
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self' https: wss: http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:*",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      browser === 'chrome' ? 'trusted-types parts' : "trusted-types 'none'",
    ])
    const page = readFileSync(join(packageFor(browser), 'popup.html'), 'utf8')
    const [head = ''] = page.split('<script')
    expect(head.replaceAll('&#39;', "'")).toContain(
      `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'; trusted-types 'none'">`,
    )
  })

  test(`the manifest for ${browser} names the oldest version that it is for, and what is collected`, () => {
    const { minimum_chrome_version, browser_specific_settings } = manifestOf(packageFor(browser))
    const settings = {
      id: 'volley@volley.example',
      strict_min_version: '140.0',
      data_collection_permissions: { required: ['financialAndPaymentInfo'] },
    }
    expect(minimum_chrome_version).toBe(browser === 'chrome' ? '123' : undefined)
    expect(browser_specific_settings).toEqual(
      browser === 'firefox' ? { gecko: settings } : undefined,
    )
  })

  test(`the package for ${browser} has as files what its background reads later`, () => {
    const folder = packageFor(browser)
    expect(readFileSync(join(folder, 'english.txt'), 'utf8')).toBe(wordListFile.contents)
    const library = readFileSync(require.resolve('hash-wasm/dist/index.esm.js'), 'utf8')
    const { files } = withWasmFiles(library)
    expect(files.size).toBe(3)
    for (const [name, bytes] of files) expect(readFileSync(join(folder, name))).toEqual(bytes)
    // WebAssembly begins so in base64.
    const background = backgroundOf(folder)
    expect(background).not.toContain('AGFzbQ')
    // Parts of libraries that nobody calls: see `scripts/plugins/unusedParts.ts`.
    for (const unused of [
      'superstruct',
      'bech32',
      'nonce too high',
      '[Circular]',
      'xpriv',
      'blobs,',
    ])
      expect(background).not.toContain(unused)
  })

  test(`the package for ${browser} keeps its weight`, () => {
    const folder = packageFor(browser)
    const weight = (...files: string[]) => weigh(files.map((file) => join(folder, file)))
    expect(weight('content-scripts/inpage.js')).toBeLessThan(4_000)
    expect(weight('content-scripts/relay.js')).toBeLessThan(4_000)
    const wasm = filesOf(folder).filter((file) => file.endsWith('.wasm'))
    expect(wasm).toHaveLength(3)
    // 90 KiB for what is read at each start, and 195 KiB: the most that all of its code may weigh.
    expect(weight('background.js')).toBeLessThan(92_160)
    expect(weigh([...backgroundFiles(folder), ...wasm])).toBeLessThan(199_680)
    const page = readFileSync(join(folder, 'popup.html'), 'utf8')
    const loaded = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file]) => file ?? '')
    // Theme script, page script with the bundler's own, and styles.
    expect(loaded).toHaveLength(4)
    // A browser asks for what stands below it only once it has run.
    expect(loaded.at(-1)).toBe('theme.js')
    expect(weight('popup.html', ...loaded)).toBeLessThan(249_000)
    expect(weigh(filesOf(folder))).toBeLessThan(1_258_291)
    // The page names all that an approval loads beside its first questions, the lists of sites, and what these import.
    const named = /name="later-files" content="([^"]*)"/.exec(page)?.[1]?.split(' ') ?? []
    const later = named.map((file) => join(folder, file))
    for (const part of ['tokenIdentity', 'contractNames', 'verb', 'check'])
      expect(named.some((file) => file.startsWith(`/chunks/${part}-`))).toBe(true)
    // The lists of sites run last, and are fetched last.
    const lists = named.findIndex((file) => file.startsWith('/chunks/check-'))
    expect(lists).toBeGreaterThan(
      named.findLastIndex((file) => /\/(verb|contractNames|tokenIdentity)-/.test(file)),
    )
    const atOnce = withImports(
      loaded.filter((one) => one.endsWith('.js')).map((one) => join(folder, one)),
    )
    expect([...withImports(later)].filter((file) => !atOnce.has(file)).toSorted()).toEqual(
      later.toSorted(),
    )
    // The screen of typed data is one file beside these, and waits for no styles: what it imports would be asked for after it.
    const typedData = filesOf(folder).filter((file) => /\/SignTypedData-[^/]+\.js$/.test(file))
    expect(typedData).toHaveLength(1)
    expect(
      [...withImports(typedData)].filter((file) => !atOnce.has(file) && !later.includes(file)),
    ).toEqual(typedData)
    const [script = ''] = loaded.filter((file) => file.startsWith('chunks/page-'))
    expect(readFileSync(join(folder, script), 'utf8')).toMatch(
      /import\(`\.\/SignTypedData-[\w-]+\.js`\);return\{SignTypedData:\w+\}\},\[\]\)/,
    )
    const isOfSites = (file: string) => basename(file).startsWith('check-')
    expect(weigh(later.filter((file) => !isOfSites(file)))).toBeLessThan(30_000)
    expect(weigh(later.filter(isOfSites))).toBeLessThan(70_000)
    // The registry of descriptors is in one chunk that the page asks for when it needs it.
    const holders = filesOf(folder).filter((file) =>
      readFileSync(file, 'utf8').includes(registrySource),
    )
    expect(holders).toHaveLength(1)
    expect(loaded.some((file) => holders[0]?.endsWith(file))).toBe(false)
    expect(weigh(holders)).toBeLessThan(110_000)
  })
}

for (const browser of browsers)
  for (const [kind, { parts, speaks }] of Object.entries(kinds))
    test(`the pages for ${browser} load the code for a device when an account in one needs it: ${kind}`, () => {
      const folder = packageFor(browser)
      const scripts = filesOf(join(folder, 'chunks')).filter((file) => file.endsWith('.js'))
      const page = readFileSync(join(folder, 'popup.html'), 'utf8')
      const atOnce = withImports(scripts.filter((file) => page.includes(basename(file))))
      const textIn = (files: Iterable<string>) =>
        [...files].map((file) => readFileSync(file, 'utf8')).join('\n')
      const holderOf = (mark: string) => {
        const [holder, ...others] = scripts.filter((file) => textIn([file]).includes(mark))
        if (!holder || others.length > 0) throw new Error(`${mark} is in ${others.length} others`)
        return holder
      }
      const starts = parts.map(holderOf)
      const later = [...withImports(starts)].filter((file) => !atOnce.has(file))
      // Imports were followed as far as to what speaks with the device.
      expect(textIn(later)).toContain(speaks)
      for (const { speaks: any, parts: marks } of Object.values(kinds))
        for (const mark of [any, ...marks]) expect(textIn(atOnce)).not.toContain(mark)
      const [other] = Object.entries(kinds).filter(([name]) => name !== kind)
      expect(textIn(later)).not.toContain(other?.[1].speaks)
      // Screens of both kinds bring neither by themselves.
      expect(textIn(withImports([holderOf('device_showsTransaction')]))).not.toContain(speaks)
      // 60 KiB: the most that either may weigh.
      expect(weigh(later)).toBeLessThanOrEqual(61_440)
    })

/** The sources of what somebody else pays for, all of which the background has. */
const sponsorSources =
  /lib\/(sponsor\/\w+|batch\/(operationProof|findOperation|signOperation|finalData|sponsors)|simulate\/(charged|quoteSponsored)|rpc\/unsponsored)\.ts$/

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'),
) as Lock

/** Returns the folders of the packages that the source maps of a build name. Throws if they name none. */
const bundledIn = (folder: string): string[] => {
  const maps = filesOf(folder).filter((file) => file.endsWith('.js.map'))
  const sources = maps.flatMap(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload).sources,
  )
  const folders = sources.flatMap(
    (source) => /(?:node_modules\/(?:@[^/]+\/)?[^/]+\/?)+(?=\/)/.exec(source)?.[0] ?? [],
  )
  if (folders.length === 0) throw new Error('the source maps name no package')
  return [...new Set(folders)]
}

test(
  'what somebody else pays for adds at most 7 KiB to the background, and each package in it is listed',
  { tag: '@long' },
  async () => {
    const outDir = '.output/mapped'
    const env = { VOLLEY_MAPS: 'yes' }
    const configFile = join(import.meta.dirname, '../../../.wxt/tsconfig.json')
    const written = statSync(configFile).mtimeMs
    const folder = await buildExtension({ ...packageBuild('chrome'), outDir, env })
    // Builds run at once: each must find the file of all as it writes it, and so leave it.
    expect(statSync(configFile).mtimeMs).toBe(written)
    const unlisted = bundledIn(folder).filter((one) => !isShipped(lock, one))
    expect(unlisted, 'packages in scripts, not in the bill of materials').toEqual([])
    const weights = backgroundFiles(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => {
        const code = readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, '')
        const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload
        const rest = withoutSources(code, map, (source) => sponsorSources.test(source))
        const [all, others] = [code, rest].map((text) => gzipSync(text, { level: 9 }).length)
        return Number(all) - Number(others)
      })
    const weight = weights.reduce((sum, one) => sum + one, 0)
    // A map that fits no longer would find nothing.
    expect(weight).toBeGreaterThan(5_000)
    expect(weight).toBeLessThanOrEqual(7_168)
  },
)

test('the background is whole: no module stubbed, and each of its files named by the first script', () => {
  // Checked in a development build, where alone a stub names the module it replaces.
  const developed = backgroundOf(testFolder('chrome'))
  expect(developed).not.toContain('externalized for browser compatibility')
  for (const browser of browsers) {
    const folder = packageFor(browser)
    const [first = '', ...later] = backgroundFiles(folder)
    expect(later.length).toBeGreaterThan(0)
    const code = readFileSync(first, 'utf8')
    for (const file of later) expect(code).toContain(`background/${basename(file)}`)
    // A service worker cannot import once it has started; in Firefox one place imports.
    const imports = backgroundOf(folder).match(/\bimport\s*\(/g) ?? []
    expect(imports).toHaveLength(browser === 'firefox' ? 1 : 0)
    expect(backgroundOf(folder)).not.toMatch(/\brequire\("\.|\bexport\s*\{/)
  }
})
