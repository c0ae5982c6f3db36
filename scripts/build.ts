import { join } from 'node:path'
import { onEnd } from './cleanup.ts'
import { run } from './run.ts'

const root = join(import.meta.dirname, '..')

export type Build = {
  browser: 'chrome' | 'firefox'
  mode: 'production' | 'development'
  /** The folder that gets a folder per browser. */
  outDir: string
  env?: NodeJS.ProcessEnv
}

/** Where that build ends up. */
export const builtExtension = ({ browser, mode, outDir }: Build) =>
  join(root, outDir, `${browser}-mv3${mode === 'development' ? '-dev' : ''}`)

/** Builds the extension and says where it is. */
export const buildExtension = async (build: Build) => {
  const { browser, mode, outDir, env = {} } = build
  const script = join(root, 'scripts/wxt-build.mjs')
  const args = [script, browser, mode, outDir]
  const { exitCode, output } = await run(process.execPath, args, { env, onStart: onEnd })
  if (exitCode === 0) return builtExtension(build)
  throw new Error('The extension could not be built.', { cause: output })
}

/** Builds the playground into the folder that its own configuration names. */
export const buildPlayground = async () => {
  const { build } = await import('vite')
  await build({ configFile: join(root, 'tests/dapp/vite.config.ts'), logLevel: 'error' })
}
