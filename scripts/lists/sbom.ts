/** An entry of package-lock.json, as npm writes it. */
export type Locked = {
  /** The published name, where the folder has another. */
  name?: string
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

/** A lock file: entries by the folder that they are installed in; `''` is the project itself. */
export type Lock = { name: string; version: string; packages: Record<string, Locked> }

/** Returns the name of the package that is installed in a folder of `node_modules`. */
export const nameOf = (folder: string): string => folder.split('node_modules/').at(-1) ?? ''

const licenceOf = (license: string) => {
  if (/ (AND|OR) /.test(license)) return { expression: license.replace(/^\((.*)\)$/, '$1') }
  return { license: license.includes(' ') ? { name: license } : { id: license } }
}

const componentOf = (folder: string, { version = '', license, integrity, optional }: Locked) => {
  const name = nameOf(folder)
  const [algorithm = '', digest = ''] = integrity?.split('-') ?? []
  const content = Buffer.from(digest, 'base64').toString('hex')
  const reference = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': `${reference}#${folder}`,
    name,
    version,
    purl: reference,
    scope: optional ? 'optional' : 'required',
    ...(license ? { licenses: [licenceOf(license)] } : {}),
    ...(integrity ? { hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content }] } : {}),
  }
}

/**
 * Returns the bill of materials of what ships (CycloneDX 1.6), from the lock file alone. It has no time and
 * no random number, so that two builds of one commit have the same.
 */
export const billOf = ({ name, version, packages }: Lock) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': name,
      name,
      version,
      licenses: [{ license: { id: packages['']?.license ?? '' } }],
    },
  },
  components: Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder, locked]) => componentOf(folder, locked)),
})
