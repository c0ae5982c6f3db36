import { isRpcError, isSilence, rpcError } from '../rpc/errors'
import type { Answer, World } from './world'

/**
 * Wordings of nodes that no longer have a block's state: geth (`core/state`, `eth/state_accessor.go`,
 * `triedb/pathdb`), reth (`ProviderError`, `EthApiError`), besu (`RpcErrorType`), nethermind
 * (`GetStateFailureResult`), erigon (`PrunedError`), and providers that sell archives apart.
 */
const forgotten =
  /missing ?trie ?node|prun(ed|ing)|historical state|state histories|state \S+ is not available|no state available|world state unavailable|maximum proof window|archive/i

/** Wordings of providers that never answer a method, beside the codes for it. */
const unserved = /whitelist|method .*(not (found|available|supported|enabled|allowed)|disabled)/i

/** Codes for a method that a node does not have: JSON-RPC's, and besu's for one that is switched off. */
const noMethod = [-32601, -32604]

/**
 * True if the node says that it will never know: the state is gone, or it does not serve the method. A block
 * or header that is not found is no such word, as a replica one block behind says it too.
 */
export const isGone = (error: unknown): boolean =>
  isRpcError(error) &&
  !isSilence(error) &&
  (noMethod.includes(error.code) || forgotten.test(error.message) || unserved.test(error.message))

/** True if a node knows nothing so far: of a block that it lacks, as one that lags behind does, some give null. */
const isNull = (answer: Answer): boolean => 'value' in answer && answer.value === null

/**
 * Reads past state from a network's nodes. Returns `otherwise` once each of them says that it is gone; throws
 * the error of one that may know it later, -32603 if that one gave null, and if all are silent.
 */
export const readPast = async <T>(
  { request, every }: Pick<World, 'request' | 'every'>,
  [chainId, method, params]: Parameters<World['request']>,
  otherwise: T,
): Promise<T> => {
  try {
    return (await request(chainId, method, params)) as T
  } catch (error) {
    if (isSilence(error)) throw error
    const given = every ? await every(chainId, method, params) : [{ error }]
    const answers = given.map((answer) =>
      isNull(answer) ? { error: rpcError('internal', `a node has no ${method} so far`) } : answer,
    )
    const known = answers.find((answer) => 'value' in answer)
    if (known) return known.value as T
    const open = answers.find((answer) => 'error' in answer && !isGone(answer.error))
    if (open && 'error' in open) throw open.error
    return otherwise
  }
}

/** Resolves to a node's answer, or to `otherwise` if the node refuses. Throws if the node is silent. */
export const unlessRefused = async <T>(answer: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (isSilence(error)) throw error
    return otherwise
  }
}

/** Returns a world in which what no node answers counts as gone. */
export const withoutHope = (world: World): World => ({
  ...world,
  request: (...asked) =>
    world.request(...asked).catch((error: unknown) => {
      throw isSilence(error) ? rpcError('unsupportedMethod') : error
    }),
  every: async (...asked) =>
    ((await world.every?.(...asked)) ?? []).filter(
      (answer) => 'value' in answer && !isNull(answer),
    ),
})
