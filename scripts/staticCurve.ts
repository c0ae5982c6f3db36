import type { Plugin } from 'vite'

const dynamic = "const { secp256k1 } = await import('@noble/curves/secp256k1');"

/**
 * Returns viem's `recoverPublicKey` with its curve imported like any other module. Imported dynamically, the
 * whole module stays in a bundle without chunks: Schnorr signatures and hashing to the curve, 3 kB of constants.
 */
export const withStaticCurve = (code: string): string => {
  if (!code.includes(dynamic)) throw new Error('viem no longer imports its curve dynamically')
  const local = code.replace(dynamic, 'const secp256k1 = curve;')
  return `import { secp256k1 as curve } from '@noble/curves/secp256k1';${local}`
}

/** Vite plugin that imports viem's curve statically. */
export const staticCurve = (): Plugin => ({
  name: 'static-curve',
  apply: 'build',
  transform: (code, id) =>
    id.endsWith('viem/_esm/utils/signature/recoverPublicKey.js') ? withStaticCurve(code) : null,
})
