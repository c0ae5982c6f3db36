import { numberToHex, type Hex } from 'viem'
import { rpc } from '../chain/rpc.ts'
import { unit, type Bed } from './lockBed.ts'

/** Something that happens between the look at a batch and its inclusion. */
export type Bait = {
  name: string
  /** Laid before the look, which must not see it. */
  lay?: (bed: Bed) => Promise<unknown>
  strike: (bed: Bed) => Promise<unknown>
  /** True if it strikes in the block of the batch, by a transaction before it. */
  isInBlock?: true
}

/** A tip that goes before that of any batch, in wei per gas. */
const high = 10n ** 12n

const cut = ({ tell, places }: Bed, thousandths: number, trigger = 0, from = 0n, tip?: bigint) =>
  tell('Shop', places.shop, 'setCut', [thousandths, trigger, from], tip)

const also = ({ tell, places }: Bed, which: 'dollar' | 'token') =>
  tell('Shop', places.shop, 'setAlso', [places[which], 50n * unit])

const tax = ({ tell, places }: Bed, thousandths: number) =>
  tell('KindToken', places.token, 'setTax', [thousandths])

const blockOf = ({ url }: Bed) =>
  rpc<{ number: Hex; timestamp: Hex }>(url, 'eth_getBlockByNumber', ['latest', false])

const cuts = [6, 10, 50, 100, 250, 500, 900, 1000].map((thousandths): Bait => {
  return { name: `pays ${thousandths / 10} % less`, strike: (bed) => cut(bed, thousandths) }
})

const inBlock = [10, 1000].map((thousandths): Bait => {
  return {
    name: `pays ${thousandths / 10} % less, by a transaction before it`,
    isInBlock: true,
    strike: (bed) => cut(bed, thousandths, 0, 0n, high),
  }
})

/** An address that no builder of the test chain has, until it has. */
const builder = '0x00000000000000000000000000000000000b111d'

const triggers: Bait[] = [
  {
    name: 'from a block on',
    lay: async (bed) => cut(bed, 500, 1, BigInt((await blockOf(bed)).number) + 20n),
    strike: ({ url }) => rpc(url, 'anvil_mine', ['0x19']),
  },
  {
    name: 'from a time on',
    lay: async (bed) => cut(bed, 500, 2, BigInt((await blockOf(bed)).timestamp) + 200n),
    strike: async ({ url }) => {
      await rpc(url, 'evm_increaseTime', [250])
      await rpc(url, 'evm_mine')
    },
  },
  {
    name: 'for one builder',
    lay: (bed) => cut(bed, 500, 3, BigInt(builder)),
    strike: ({ url }) => rpc(url, 'anvil_setCoinbase', [builder]),
  },
  {
    name: 'at a gas limit of the block',
    lay: (bed) => cut(bed, 500, 4, 29_000_000n),
    strike: ({ url }) => rpc(url, 'evm_setBlockGasLimit', [numberToHex(29_000_000)]),
  },
]

/** All baits; each must take something from a batch that is not locked. */
export const baits: readonly Bait[] = [
  ...cuts,
  ...inBlock,
  ...triggers,
  { name: 'takes dollars by an older allowance', strike: (bed) => also(bed, 'dollar') },
  { name: 'takes tokens by an older allowance', strike: (bed) => also(bed, 'token') },
  { name: 'the token takes 1 % of transfers', strike: (bed) => tax(bed, 10) },
  { name: 'the token takes 50 % of transfers', strike: (bed) => tax(bed, 500) },
  {
    name: 'pays 1 % less, and takes dollars',
    strike: async (bed) => {
      await cut(bed, 10)
      return also(bed, 'dollar')
    },
  },
  {
    name: 'pays nothing, and takes dollars and a tax',
    strike: async (bed) => {
      await cut(bed, 1000)
      await tax(bed, 100)
      return also(bed, 'dollar')
    },
  },
]
