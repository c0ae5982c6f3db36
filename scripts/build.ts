import { join } from 'node:path'
import { onEnd } from './cleanup.ts'
import { run } from './run.ts'

const root = join(import.meta.dirname, '..')

export type Build = {
  browser: 'chrome' | 'firefox'
  mode: 'production' | 'development'
  /** Output folder; each browser gets a subfolder. */
  outDir: string
  env?: NodeJS.ProcessEnv
}

/** Returns the output folder of a build. */
export const builtExtension = ({ browser, mode, outDir }: Build) =>
  join(root, outDir, `${browser}-mv3${mode === 'development' ? '-dev' : ''}`)

/**
 * Builds the extension and returns its output folder. Throws with the build's output as cause if it fails.
 */
export const buildExtension = async (build: Build) => {
  const { browser, mode, outDir, env = {} } = build
  const script = join(root, 'scripts/wxt-build.mjs')
  const args = [script, browser, mode, outDir]
  const { exitCode, output } = await run(process.execPath, args, { env, onStart: onEnd })
  if (exitCode === 0) return builtExtension(build)
  throw new Error('The extension could not be built.', { cause: output })
}

/** Builds the playground into a folder, which works under any path of any static server. */
export const buildPlayground = async (outDir: string) => {
  const folder = join(root, outDir)
  const { build } = await import('vite')
  await build({
    configFile: join(root, 'tests/dapp/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  return folder
}
