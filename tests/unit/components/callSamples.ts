import { numberToHex, type Address, type Hex } from 'viem'
import type { Place } from '@/components/calls/place'
import type { Call } from '@/lib/db'
import { encode, usdc, weth } from '../decode/encode'
import { alice, bob } from '../accounts'

export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const unknown: Address = '0x2222222222222222222222222222222222222222'

export const place: Place = {
  from: alice,
  chainId: 8453,
  tokens: {
    [usdc]: {
      symbol: 'USDC',
      decimals: 6,
      balance: numberToHex(2_000_000),
      identity: { is: 'listed' },
    },
    [weth]: { symbol: 'WETH', decimals: 18, identity: { is: 'listed' } },
  },
}

export const call = (to: Address, data: Hex = '0x', value = 0n): Call => ({
  to,
  data,
  value: numberToHex(value),
})

export const approve = (amount: bigint) => encode('approve(address,uint256)', [bob, amount])
export const transferFrom = (from: Address, to: Address) =>
  encode('transferFrom(address,address,uint256)', [from, to, 1_500_000n])
export const setAll = (isApproved: boolean) =>
  encode('setApprovalForAll(address,bool)', [bob, isApproved])
export const permit2Approve = (amount: bigint, until: number) =>
  encode('approve(address,address,uint160,uint48)', [usdc, bob, amount, until])
export const transfer = encode('transfer(address,uint256)', [bob, 1_500_000n])
export const eth = 10n ** 18n
export const path = [weth, usdc]
