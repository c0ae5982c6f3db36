import { join } from 'node:path'
import { build } from 'vite'

/** A script of this folder with all that it imports, as a page can run it. */
export const bundle = async (file: string) => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, file), formats: ['iife'], name: 'bundled' },
    },
  })
  const [script] = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  if (script?.type !== 'chunk') throw new Error(`${file} could not be bundled.`)
  return script.code
}
