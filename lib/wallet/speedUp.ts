import type { Handler } from './door'

/** The user's word that a transaction that waits may cost more: the same again, dearer. */
export const speedUp: Handler<'speedUp'> = async ({ key, hash }, { runner, watch }) => {
  const outcome = await runner.speedUp(key, hash)
  void watch.wake()
  return outcome
}
