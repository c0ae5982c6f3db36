import {
  encodeFunctionData,
  numberToHex,
  parseEther,
  type AbiFunction,
  type AbiParameter,
  type Address,
  type Hex,
} from 'viem'
import { findUnfit } from './abiType'
import { readValue, Unfit } from './abiValue'

/** A call of a batch, as `wallet_sendCalls` takes it. */
export type Call = { to: Address; value?: Hex; data?: Hex }

/** Fields of the form, as typed. */
export type CallFields = { to: string; value: string; args: string[] }

/** Names a parameter in the form; one without a name is called by its place. */
export const fieldName = ({ inputs }: AbiFunction, index: number) => {
  const name = inputs[index]?.name
  return name === undefined || name === '' ? `Parameter ${index + 1}` : name
}

const readCoin = (text: string) => {
  if (/^\d*\.?\d{0,18}$/.test(text) && /\d/.test(text)) return parseEther(text)
  throw new Unfit('Value: write an amount of coin, such as 0.01, with at most 18 decimals.')
}

const readArgument = (field: string, input: AbiParameter, text: string) => {
  const unfit = findUnfit(input)
  if (unfit === undefined) return readValue(field, input, text)
  throw new Unfit(
    `${field}: the type ${unfit} cannot be encoded; check the ABI, or write the data yourself.`,
  )
}

/** Builds a call of a function, or says in one sentence which field to mend and how. */
export const buildCall = (
  item: AbiFunction,
  { to, value, args }: CallFields,
): { call: Call } | { problem: string } => {
  try {
    const target = readValue('Contract', { type: 'address' }, to) as Address
    const values = item.inputs.map((input, index) =>
      readArgument(fieldName(item, index), input, args[index] ?? ''),
    )
    const coin = item.stateMutability === 'payable' && value !== '' ? readCoin(value) : 0n
    const data = encodeFunctionData({ abi: [item], args: values })
    return { call: { to: target, ...(coin > 0n ? { value: numberToHex(coin) } : {}), data } }
  } catch (error) {
    if (error instanceof Unfit) return { problem: error.message }
    return { problem: 'This function cannot be encoded: check its name and types in the ABI.' }
  }
}
