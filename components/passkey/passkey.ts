import type { PasskeyUse } from '@/lib/keyring/passkey'
import { base64ToBytes, bytesToBase64 } from './base64'
import { secretOf } from './secretOf'

/** Why a passkey gave nothing: the user or the device said no, or it has no PRF. */
type NoPasskey = 'cancelled' | 'unfit'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Carries out a ceremony; a no of the user or the device is no error. */
const ceremony = async (
  run: () => Promise<Credential | null>,
): Promise<PublicKeyCredential | 'cancelled'> => {
  try {
    const credential = await run()
    return credential instanceof PublicKeyCredential ? credential : 'cancelled'
  } catch {
    return 'cancelled'
  }
}

const prfOf = (credential: PublicKeyCredential) => credential.getClientExtensionResults().prf

/**
 * Uses the wallet's passkey, and gives the key that its PRF makes. The wallet trusts that alone: nobody checks the
 * signature, so its challenge is but random.
 */
export const usePasskeyOnce = async (
  { id, salt }: Omit<PasskeyUse, 'secret'>,
  signal?: AbortSignal,
): Promise<{ secret: string } | NoPasskey> => {
  const first = base64ToBytes(salt)
  const credential = await ceremony(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: 'public-key', id: base64ToBytes(id) }],
        userVerification: 'required',
        extensions: { prf: { eval: { first } } },
      },
      ...(signal ? { signal } : {}),
    }),
  )
  if (credential === 'cancelled') return 'cancelled'
  const secret = await secretOf(prfOf(credential)?.results?.first, first)
  return secret === undefined ? 'unfit' : { secret }
}

/** Makes a passkey with a PRF for this wallet: it belongs to the extension's own origin. */
export const createPasskey = async (): Promise<PasskeyUse | NoPasskey> => {
  const first = random(32)
  const credential = await ceremony(() =>
    navigator.credentials.create({
      publicKey: {
        rp: { name: 'Volley' },
        user: { id: random(16), name: 'Volley', displayName: 'Volley' },
        challenge: random(32),
        // ES256 and RS256, which all authenticators have between them; the signature is not used.
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first } } },
      },
    }),
  )
  if (credential === 'cancelled') return 'cancelled'
  const prf = prfOf(credential)
  if (prf?.enabled !== true) return 'unfit'
  const made = { id: bytesToBase64(new Uint8Array(credential.rawId)), salt: bytesToBase64(first) }
  const secret = await secretOf(prf.results?.first, first)
  if (secret !== undefined) return { ...made, secret }
  // Many authenticators give the output only when they are asked a second time.
  const used = await usePasskeyOnce(made)
  return typeof used === 'string' ? used : { ...made, ...used }
}
