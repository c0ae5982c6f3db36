import { isSilence } from '../rpc/errors'

/**
 * A node's answer about a block of the past. One that is silent is asked again by the next look: it
 * throws. One that has forgotten the block will never know better: `otherwise`.
 */
export const unlessPruned = async <T>(answer: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (isSilence(error)) throw error
    return otherwise
  }
}
