import type { Handler } from './door'

/** Forgets the key. Batches that still need a signature wait for unlock. */
export const lock: Handler<'lock'> = async (_params, { keyring }) => {
  await keyring.lock()
  return null
}
