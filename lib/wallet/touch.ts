import type { Handler } from './door'

/** Moves auto-lock's deadline on; what is locked stays so. */
export const touch: Handler<'touch'> = async (_params, { autoLock }) => {
  await autoLock.touch()
  return null
}
