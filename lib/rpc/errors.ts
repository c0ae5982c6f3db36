import { JsonRpcError } from '@metamask/rpc-errors'

/**
 * Every error code that the wallet itself sends to a site, with the start of its message (EIP-1193, EIP-1474,
 * EIP-5792).
 */
export const errors = {
  invalidRequest: [-32600, 'The request is not valid'],
  invalidParams: [-32602, 'The wallet cannot parse the request'],
  internal: [-32603, 'Internal error'],
  limitExceeded: [-32005, 'Too many requests'],
  versionNotSupported: [-32000, 'Version not supported'],
  notSigned: [-32000, 'not signed'],
  unknownFilter: [-32000, 'filter not found'],
  userRejected: [4001, 'User rejected the request'],
  unauthorized: [4100, 'The requested account and/or method has not been authorized by the user'],
  unsupportedMethod: [4200, 'The wallet does not support the method'],
  disconnected: [4900, 'The wallet is disconnected'],
  chainDisconnected: [4901, 'The network does not answer'],
  unrecognizedChain: [4902, 'Unrecognized chain ID: add it with wallet_addEthereumChain'],
  unsupportedCapability: [
    5700,
    'The wallet does not support a capability that was not marked as optional',
  ],
  unsupportedChain: [5710, 'EIP-7702 not supported on the specified chain ID'],
  unknownChain: [5710, 'The wallet does not have the specified chain ID'],
  duplicateId: [5720, 'There is already a batch submitted with the specified batch ID'],
  unknownBatch: [5730, 'No batch with the specified ID is known'],
  batchTooLarge: [5740, 'The batch is too large for the wallet to process'],
  upgradeRejected: [5750, 'EIP-7702 upgrade rejected for this chain and account'],
  atomicityNotSupported: [5760, 'The account cannot execute the batch atomically'],
} as const satisfies Record<string, readonly [code: number, message: string]>

/** Name of an error in `errors`. */
export type ErrorName = keyof typeof errors

/** A JSON-RPC error: code, message of one sentence, and a node's `data` if any. */
export type WireError = { code: number; message: string; data?: unknown }

/** True if the error is one that the wallet or a node answers with; false for an unexpected failure. */
export const isRpcError = (error: unknown): error is Error & WireError =>
  error instanceof JsonRpcError

/** Builds an error that a site may see; `detail` follows the standard message after a colon. */
export const rpcError = (name: ErrorName, detail?: string): JsonRpcError<never> =>
  toError({
    code: errors[name][0],
    message: detail ? `${errors[name][1]}: ${detail}` : errors[name][1],
  })

/** Turns a stored error or a node's error into one to throw, unchanged. */
export const toError = ({ code, message, data }: WireError): JsonRpcError<never> =>
  // The library's caller chooses the type of `data`, and a node's may be of any type.
  new JsonRpcError(code, message, data as never)

/** Parts of nodes' errors that may leave the background, by the error. */
const shownOf = new WeakMap<Error, WireError>()

/** Builds a node's error to throw: the wallet reads all of it, sites and the user get `shown` (`toWire`). */
export const nodeError = (error: WireError, shown: WireError): JsonRpcError<never> => {
  const built = toError(error)
  shownOf.set(built, shown)
  return built
}

/**
 * Returns the wallet's own errors unchanged, a node's as it may be shown, and any other as -32603 without
 * its text.
 */
export const toWire = (error: unknown): WireError => {
  if (!isRpcError(error)) return { code: errors.internal[0], message: errors.internal[1] }
  const { code, message, data } = error
  return shownOf.get(error) ?? { code, message, ...(data === undefined ? {} : { data }) }
}

/**
 * True if a node asks to slow down, in the wallet's own words (`lib/network/rpcRequest.ts`). Besu gives the same
 * code for gas limits and block ranges, which is an answer.
 */
export const isSlowDown = (error: unknown): boolean =>
  isRpcError(error) &&
  error.code === errors.limitExceeded[0] &&
  error.message.startsWith(errors.limitExceeded[1])

/** True if a node did not answer (4901) or rate-limited: this says nothing of the chain, so retry. */
export const isSilence = (error: unknown): boolean =>
  isSlowDown(error) || (isRpcError(error) && error.code === errors.chainDisconnected[0])
