import type { Handler } from './door'

/** Stops a batch; where a signed transaction is out, an empty one takes its nonce. */
export const cancel: Handler<'cancel'> = async ({ key }, { runner, watch }) => {
  const outcome = await runner.cancel(key)
  void watch.wake()
  return outcome
}
