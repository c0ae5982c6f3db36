/** Loads files of the background in their order, each once, and returns what the last of them exports. */
type Load = (...files: string[]) => Promise<object>

/** The code of a file: it sets what it exports, and gets what other files that have run export. */
type Part = (exports: object, require: (file: string) => object, load: Load) => void

type Install = { waitUntil: (work: Promise<unknown>) => void }

type Scope = {
  addEventListener: (type: 'install', listener: (event: Install) => void) => void
  definePart?: (file: string, part: Part) => void
}

/**
 * Opens the background's parts: `first` is the file that starts it, with its exports, `later` are the others.
 * `bring` runs a file, which calls `definePart` of the global object; it is there only while a file is awaited, and
 * takes only that file's code. The build puts this before all code of the background.
 */
export const openParts = (
  scope: Scope,
  first: { file: string; exports: object },
  later: readonly string[],
  bring: (file: string, failures: number) => unknown,
) => {
  /** Pauses between the tries of a file while a worker is installed, in ms. */
  const pauses = [500, 1_500, 3_000]
  const parts = new Map<string, Part>()
  const ran = new Map([[first.file, first.exports]])
  const awaited = new Set<string>()
  const failures = new Map<string, number>()

  const take = (file: string, part: Part): void => {
    if (awaited.has(file)) parts.set(file, part)
  }

  /** Throws if the file cannot be loaded; the next call tries it again. */
  const fetchPart = async (file: string): Promise<void> => {
    if (parts.has(file)) return
    const failed = failures.get(file) ?? 0
    awaited.add(file)
    Object.defineProperty(scope, 'definePart', { value: take, configurable: true })
    try {
      await bring(file, failed)
      if (!parts.has(file)) throw new Error(`${file} is not there`)
    } catch (error) {
      failures.set(file, failed + 1)
      throw error
    } finally {
      awaited.delete(file)
      if (awaited.size === 0) delete scope.definePart
    }
  }

  const require = (file: string): object => {
    const known = ran.get(file)
    if (known) return known
    const part = parts.get(file)
    if (!part) throw new Error(`${file} is not loaded`)
    const exports = {}
    ran.set(file, exports)
    try {
      part(exports, require, load)
    } catch (error) {
      ran.delete(file)
      throw error
    }
    return exports
  }

  const load: Load = async (...files) => {
    for (const file of files) await fetchPart(file)
    return require(files.at(-1) ?? first.file)
  }

  /** Brings a file, also once more after each pause: what holds it may let go. Throws if it cannot be loaded. */
  const persist = async (file: string, [pause, ...others]: readonly number[]): Promise<void> => {
    try {
      await fetchPart(file)
    } catch (error) {
      if (pause === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      await persist(file, others)
    }
  }

  // A service worker may later import only what it imported while it was installed: without a file it would stay
  // without it until the next version. One that could not be installed is installed anew at the browser's next start.
  // A page never hears this.
  scope.addEventListener('install', (event) => {
    event.waitUntil(Promise.all(later.map((file) => persist(file, pauses))))
  })

  return { require, load }
}
