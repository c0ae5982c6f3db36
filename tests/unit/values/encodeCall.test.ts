import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { encodeCall } from '@/lib/values/encodeCall'
import { alice, bob } from '../accounts'

const overloaded = parseAbi([
  'function send(address to, uint256 amount)',
  'function send(address to, uint256 amount, bytes data)',
  'function sent(address by) returns (uint256)',
])
const single = parseAbi(['function check(uint256 deadline)'])

test('a call is what viem encodes, however often and with whatever arguments', () => {
  for (const amount of [1n, 2n]) {
    const call = { abi: erc20Abi, functionName: 'transfer', args: [bob, amount] } as const
    expect(encodeCall(call)).toBe(encodeFunctionData(call))
    const other = { abi: erc20Abi, functionName: 'approve', args: [bob, amount] } as const
    expect(encodeCall(other)).toBe(encodeFunctionData(other))
    const alone = { abi: single, args: [amount] } as const
    expect(encodeCall(alone)).toBe(encodeFunctionData(alone))
  }
})

test('functions of one name are told apart by their arguments', () => {
  const short = { abi: overloaded, functionName: 'send', args: [bob, 1n] } as const
  const long = { abi: overloaded, functionName: 'send', args: [bob, 1n, '0x12'] } as const
  for (const call of [short, long, short]) expect(encodeCall(call)).toBe(encodeFunctionData(call))
  const other = { abi: overloaded, functionName: 'sent', args: [alice] } as const
  expect(encodeCall(other)).toBe(encodeFunctionData(other))
})

test('the signature of a function is read once for each ABI', () => {
  let reads = 0
  const item = new Proxy(single[0], {
    get: (of, key, self) => {
      if (key === 'inputs') reads++
      return Reflect.get(of, key, self) as unknown
    },
  })
  const abi = [item] as const
  encodeCall({ abi, args: [1n] })
  const first = reads
  encodeCall({ abi, args: [2n] })
  // Its parameters are read to encode them, and not to hash them.
  expect(reads - first).toBeLessThan(first)
})

test('a function that is not there is an error', () => {
  const call = { abi: erc20Abi, functionName: 'mint', args: [] } as never
  expect(() => encodeCall(call)).toThrow('"mint" not found')
})
