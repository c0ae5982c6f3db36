import {
  encodeFunctionData,
  getAbiItem,
  prepareEncodeFunctionData,
  type Abi,
  type AbiItem,
  type EncodeFunctionDataParameters,
  type PrepareEncodeFunctionDataReturnType,
} from 'viem'

const prepared = new WeakMap<AbiItem, PrepareEncodeFunctionDataReturnType>()

/**
 * Encodes a call of a function as viem's `encodeFunctionData` does, and hashes its signature once for each ABI: such
 * hashes took a quarter of the background's work on a quote. Throws where that does.
 */
export const encodeCall: typeof encodeFunctionData = (parameters) => {
  const call = parameters as EncodeFunctionDataParameters
  const { abi, functionName, args } = call
  const item = functionName ? getAbiItem({ abi, args, name: functionName }) : abi[0]
  if (!item) return encodeFunctionData(call)
  const own: Abi = [item]
  const one = prepared.get(item) ?? prepareEncodeFunctionData({ abi: own })
  prepared.set(item, one)
  return encodeFunctionData({ ...one, args })
}
