import { keccak256, numberToHex, slice } from 'viem'
import { alice, stranger } from '../unit/accounts.ts'
import { permitOf } from '../unit/sign/typedDataSamples.ts'

let receivers = 0

/** Returns an address that no request had before: of what it knows already, a wallet reads less. */
const newReceiver = () => slice(keccak256(numberToHex(++receivers)), 0, 20)

/**
 * Builds a `wallet_sendCalls` request of `count` plain transfers to a new address, of 0.001 coins each: a fee above the
 * amount sent would take a second click.
 */
export const transfers = (count: number) => {
  const to = newReceiver()
  return {
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        from: alice,
        chainId: '0x2105',
        atomicRequired: false,
        calls: Array.from({ length: count }, () => ({ to, value: '0x38d7ea4c68000' })),
      },
    ],
  }
}

/** Contract of USDC on Base; the chain of the measures has none there, which delays no first screen. */
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** Builds a request to sign a permit (ERC-2612). */
export const permit = () => ({
  method: 'eth_signTypedData_v4',
  params: [alice, permitOf(token, stranger, { name: 'USD Coin', version: '2', chainId: 8453 })],
})
