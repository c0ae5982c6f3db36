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

/** Tools whose code is in each script of the package. */
const bundledTools: readonly string[] = ['wxt', '@wxt-dev/browser']

/**
 * True if a package may be in what ships: it is needed while Volley runs, or is a tool with code in the scripts. The
 * project's own optional dependencies are programs for one platform.
 */
export const isShipped = ({ packages }: Lock, folder: string): boolean => {
  const locked = packages[folder]
  const name = nameOf(folder)
  if (!locked || Object.hasOwn(packages['']?.optionalDependencies ?? {}, name)) return false
  return folder !== '' && (!locked.dev || bundledTools.includes(name))
}

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
export const billOf = (lock: Lock) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': lock.name,
      name: lock.name,
      version: lock.version,
      licenses: [{ license: { id: lock.packages['']?.license ?? '' } }],
    },
  },
  components: Object.entries(lock.packages)
    .filter(([folder]) => isShipped(lock, folder))
    .map(([folder, locked]) => componentOf(folder, locked)),
})
