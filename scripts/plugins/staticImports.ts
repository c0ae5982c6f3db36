import type { Plugin } from 'vite'

const dynamic = /const (\{ [\w, ]+ \}) = await import\(('[^']+')\);/

/**
 * Returns a file of viem with what it imports dynamically imported like any other module. Imported dynamically, a
 * whole module stays in a bundle without chunks, and all that it imports is wrapped in functions.
 */
export const withStaticImport = (code: string): string => {
  const [statement, names = '', from = ''] = dynamic.exec(code) ?? []
  if (statement === undefined) throw new Error('viem no longer imports this dynamically')
  return `import ${names} from ${from};${code.replace(statement, '')}`
}

const files = /viem\/_esm\/(utils\/signature\/recoverPublicKey|actions\/public\/call)\.js$/

/** Vite plugin that imports viem's curve and its reads from outside the chain (ERC-3668) statically. */
export const staticImports = (): Plugin => ({
  name: 'static-imports',
  apply: 'build',
  transform: (code, id) => (files.test(id) ? withStaticImport(code) : null),
})
