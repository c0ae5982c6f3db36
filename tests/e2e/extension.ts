import { buildExtension, builtExtension } from '../../scripts/build.ts'
import { urls, urlVariables } from './urls.ts'

type Browser = 'chrome' | 'firefox'

/** Its own folder, so that testing does not pull the files from under a browser of `npm start`; each lane has its own. */
export const testBuild = (
  browser: Browser,
  outDir = process.env.VOLLEY_E2E_FOLDER ?? '.output/e2e',
) => ({
  browser,
  mode: 'development' as const,
  outDir,
})

/** The extension as it is packed for a store. */
export const productionBuild = (browser: Browser) => ({
  browser,
  mode: 'production' as const,
  outDir: '.output',
})

type Build = Parameters<typeof buildExtension>[0]

const builds: Partial<Record<string, Promise<string>>> = {}

/** What the run of all tests has built, else built now, once. */
const built = (build: Build) =>
  process.env.VOLLEY_E2E_BUILT
    ? Promise.resolve(builtExtension(build))
    : (builds[builtExtension(build)] ??= buildExtension(build))

/** The extension under test, whose networks are the chains of the tests. */
export const extensionUnderTest = (browser: Browser) =>
  built({ ...testBuild(browser), env: urlVariables(urls) })

/** The package that users get. */
export const packageUnderTest = (browser: Browser) => built(productionBuild(browser))
