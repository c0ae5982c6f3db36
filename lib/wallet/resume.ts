import type { Handler } from './door'

/** The user's second yes, to a batch whose approval grew old before it could be signed. */
export const resume: Handler<'resume'> = async ({ key }, { runner, watch }) => {
  await runner.resume(key)
  void watch.wake()
  return null
}
