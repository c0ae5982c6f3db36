import { isSilence } from '../rpc/errors'

/**
 * Resolves to a node's answer about past state, or to `otherwise` if the node refuses, since pruned state
 * never comes back. Throws if the node is silent: the next poll retries.
 */
export const unlessPruned = async <T>(answer: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (isSilence(error)) throw error
    return otherwise
  }
}
