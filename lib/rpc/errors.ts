import { JsonRpcError } from '@metamask/rpc-errors'

/** Every code a site can be answered with by the wallet itself, and the words each message begins with. */
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

/** The name of an error the wallet answers with. */
export type ErrorName = keyof typeof errors

/** An error as it travels: a code of EIP-1193, EIP-1474 or EIP-5792, one sentence, data of a node if any. */
export type WireError = { code: number; message: string; data?: unknown }

/** True of an error that the wallet or a node answers with; false of anything unexpected. */
export const isRpcError = (error: unknown): error is Error & WireError =>
  error instanceof JsonRpcError

/** An error that a site may see; `detail` follows the standard's words after a colon. */
export const rpcError = (name: ErrorName, detail?: string): JsonRpcError<never> =>
  toError({
    code: errors[name][0],
    message: detail ? `${errors[name][1]}: ${detail}` : errors[name][1],
  })

/** A stored or a node's error, thrown again as it was. */
export const toError = ({ code, message, data }: WireError): JsonRpcError<never> =>
  // The library's type of data is its caller's choice, and a node's data may be anything.
  new JsonRpcError(code, message, data as never)

/** Gives our own errors as they are, and anything unexpected without a word of its text. */
export const toWire = (error: unknown): WireError =>
  isRpcError(error)
    ? {
        code: error.code,
        message: error.message,
        ...(error.data === undefined ? {} : { data: error.data }),
      }
    : { code: errors.internal[0], message: errors.internal[1] }

/** True if a node did not answer, or asks to slow down: nothing follows from that but to ask again. */
export const isSilence = (error: unknown): boolean =>
  isRpcError(error) &&
  (error.code === errors.chainDisconnected[0] || error.code === errors.limitExceeded[0])
