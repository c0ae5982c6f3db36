import { encodeFunctionData, erc20Abi, parseAbi, type Hex } from 'viem'
import type { Contracts } from '../chain/deploy.ts'
import { sendMined } from '../e2e/support/chainState.ts'
import { alice } from '../unit/accounts.ts'

/** A call as a site sends it. */
export type SiteCall = { to: Hex; value: Hex; data: Hex }

const swapAbi = parseAbi([
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut) returns (uint256)',
])

const person = (number: number): Hex =>
  `0x${(0xbe9c0000000 + number).toString(16).padStart(40, '0')}`

/** More than the largest batch has calls: no two samples share a receiver. */
const room = 10_000

/** The kinds of calls that are measured; calls of another `sample` have other receivers or amounts. */
export const kinds = ({ usdc, dai, swap }: Contracts) => ({
  transfers: (index: number, sample: number): SiteCall => ({
    to: person(sample * room + index),
    value: '0x1',
    data: '0x',
  }),
  'ERC-20 transfers': (index: number, sample: number): SiteCall => ({
    to: usdc,
    value: '0x0',
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [person(sample * room + index), 1n],
    }),
  }),
  swaps: (_index: number, sample: number): SiteCall => ({
    to: swap,
    value: '0x0',
    data: encodeFunctionData({
      abi: swapAbi,
      functionName: 'swap',
      args: [usdc, dai, 100n + BigInt(sample), 1n],
    }),
  }),
})

/** Lets the swap take what all measured swaps need. */
export const allowSwaps = (url: string, { usdc, swap }: Contracts) =>
  sendMined(url, {
    from: alice,
    to: usdc,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [swap, 10n ** 9n],
    }),
  })
