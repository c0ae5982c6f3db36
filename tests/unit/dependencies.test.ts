import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { exceptions, isFitting } from '../../scripts/licences.ts'
import { billOf, nameOf, type Lock } from '../../scripts/sbom.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const lock = read('package-lock.json') as Lock
const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '')

const { dependencies } = read('package.json') as {
  dependencies: Record<string, string>
}

type Published = {
  checked: string
  packages: Record<string, { version: string; published: string }>
}

const day = 24 * 60 * 60_000

/** Days between two dates. */
const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / day

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
    expect(scripted.map(([folder]) => nameOf(folder))).toEqual(['@opensea/seaport-js', 'esbuild'])
    expect(scripted.filter(([, { dev }]) => !dev)).toEqual([])
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

describe('what ships was public for 14 days before it was taken', () => {
  const { checked, packages } = read('scripts/published.json') as Published

  // Taken before there was this check. Each leaves the list when its version changes.
  const young = ['lucide-react@1.75.0', 'tldts@7.5.4']

  test('its versions are those whose dates are recorded', () => {
    const recorded = Object.entries(packages).map(([name, { version }]) => [name, version])
    expect(Object.fromEntries(recorded)).toEqual(dependencies)
  })

  test('and none is younger', () => {
    const found = Object.entries(packages)
      .filter(([, { published }]) => !(between(published, checked) >= 14))
      .map(([name, { version }]) => `${name}@${version}`)
    expect(found).toEqual(young)
  })
})

describe('the bill of materials', () => {
  const bill = billOf(lock)

  test('lists all that ships, and nothing else', () => {
    const shipped = locked.filter(([, { dev }]) => !dev).length
    expect(bill.components).toHaveLength(shipped)
    expect(bill.components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(dependencies)),
    )
    expect(bill.components.some(({ name }) => name === 'vitest')).toBe(false)
    const references = bill.components.map((one) => one['bom-ref'])
    expect(new Set(references).size).toBe(shipped)
  })

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
