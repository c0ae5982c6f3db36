import { rpcError } from '../rpc/errors'

const isHexOf = (form: RegExp) => (result: unknown) =>
  typeof result === 'string' && form.test(result)

const isData = isHexOf(/^0x[0-9a-f]*$/i)

const isNumber = isHexOf(/^0x[0-9a-f]+$/i)

const isFrame = (result: unknown) => typeof result === 'object' && result !== null

/** Methods whose result is never null; some nodes answer null for a block that they lack. */
const forms: Record<string, (result: unknown) => boolean> = {
  eth_call: isData,
  eth_getCode: isData,
  eth_estimateGas: isNumber,
  eth_gasPrice: isNumber,
  eth_getBalance: isNumber,
  eth_getTransactionCount: isNumber,
  eth_maxPriorityFeePerGas: isNumber,
  debug_traceTransaction: isFrame,
}

/** Returns a node's result. Throws -32603 if it is no value where one belongs: the node says nothing by it. */
export const valueGiven = (method: string, result: unknown): unknown => {
  if (forms[method]?.(result) === false)
    throw rpcError('internal', `the node gave no value for ${method}`)
  return result
}
