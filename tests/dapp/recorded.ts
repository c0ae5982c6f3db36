import { toRpcError } from './walletRequest'
import { record } from './timeline'

/** Runs what asks the wallet, and puts question and answer on the timeline. */
export const recorded = async <Value>(
  what: string,
  detail: unknown,
  run: () => Promise<Value>,
): Promise<Value> => {
  const begun = Date.now()
  record({ at: begun, kind: 'sent', what, detail })
  const ended = (kind: 'answered' | 'refused', said: string, answer: unknown) => {
    const at = Date.now()
    record({ at, kind, what: said, took: at - begun, detail: answer })
  }
  try {
    const result = await run()
    ended('answered', what, result)
    return result
  } catch (thrown) {
    const error = toRpcError(thrown)
    ended('refused', `${what}: ${error.code ?? 'no code'} ${error.message}`, error)
    throw thrown
  }
}
