import type { Provider } from './eip1193'

const svg =
  "<svg xmlns='http://www.w3.org/2000/svg' width='96' height='96' viewBox='0 0 96 96'>" +
  "<rect width='96' height='96' rx='22' fill='%232f5bea'/>" +
  "<path d='M22 66 46 30M40 70 64 34M58 74 82 38' stroke='white' stroke-width='8' stroke-linecap='round'/></svg>"

/**
 * Returns a version 4 UUID. `crypto.randomUUID` takes a third of the time, which each page waits for, and is missing in
 * frames within an insecure page.
 */
const newUuid = (): string => {
  if (globalThis.isSecureContext) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, at) => {
    const fixed = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return fixed.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Announces a provider by EIP-6963, and as `window.ethereum` for sites that know nothing else. */
export const announce = (provider: Provider): void => {
  const info = Object.freeze({
    uuid: newUuid(),
    name: 'Volley',
    icon: `data:image/svg+xml,${svg}`,
    rdns: 'app.volley.wallet',
  })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
  try {
    // A no-op setter: another wallet's assignment neither throws nor wins.
    Object.defineProperty(window, 'ethereum', {
      get: () => provider,
      set: () => undefined,
      configurable: true,
    })
    window.dispatchEvent(new Event('ethereum#initialized'))
  } catch {
    // Another wallet locked the property; sites still find this one by EIP-6963.
  }
}
