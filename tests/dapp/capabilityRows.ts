import { numberToHex } from 'viem'
import { isObject } from './json'

/** One property of a capability, and what EIP-5792 says it means, where it says so. */
export type CapabilityRow = { name: string; value: string; meaning: string }

const meanings: Record<string, string> = {
  'atomic.status supported': 'Batches run as one transaction.',
  'atomic.status ready': 'Batches run as one transaction once the user has agreed to the upgrade.',
  'atomic.status unsupported': 'Batches run in order, never as one transaction.',
  'paymasterService.supported true': 'A service may pay for batches (ERC-7677).',
}

const word = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const rowsOf = (name: string, capability: unknown): CapabilityRow[] => {
  const fields: [string, unknown][] = isObject(capability)
    ? Object.entries(capability).map(([field, value]) => [`${name}.${field}`, value])
    : [[name, capability]]
  return fields.map(([path, value]) => ({
    name: path,
    value: word(value),
    meaning: meanings[`${path} ${word(value)}`] ?? '',
  }))
}

/** Lists what the wallet can on a chain: what it says for all chains (`0x0`), and over it what it says for this one. */
export const capabilityRows = (answer: unknown, chainId: number): CapabilityRow[] => {
  const at = (id: string) => {
    const found = isObject(answer) ? answer[id] : undefined
    return isObject(found) ? found : {}
  }
  const merged = new Map([
    ...Object.entries(at('0x0')),
    ...Object.entries(at(numberToHex(chainId))),
  ])
  return [...merged].flatMap(([name, capability]) => rowsOf(name, capability))
}
