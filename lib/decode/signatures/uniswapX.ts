import { zeroAddress, type Address } from 'viem'
import { permit2 } from '../contracts'
import type { Fields } from './fields'
import { permissions, permittedBy } from './permit2Types'
import { signatureContentOf, type Coming } from './signatureReading'
import { at, token, type SignatureType } from './type'
import { sameAddress } from '../../values/address'

/** Reactors by kind of order and chain (@uniswap/uniswapx-sdk 3.1.0, src/constants.ts). */
const reactors = {
  dutch: {
    1: '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4',
    137: '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4',
  },
  second: {
    1: '0x00000011F84B9aa48e5f8aA8B9897600006289Be',
    42161: '0x1bd1aAdc9E230626C44a139d7E70d842749351eb',
    11155111: '0x0e22B6638161A89533940Db590E67A52474bEBcd',
  },
  third: {
    1: '0x0000000015757c461808EA25Eb309638B62681cf',
    10: '0x000000000923439A92daE8930613568824108631',
    56: '0x00000000a55e50C71b70Db3C8B58749cd1E18eB2',
    130: '0x000000005aF66799D1a6317714D66800f9CA1406',
    137: '0x00000000bAB6E234db8AD638B6A6395b7c499Bc4',
    8453: '0x000000008a8330B5d1F43A62Bf4C673A49f27ba0',
    42161: '0xB274d5F4b833b61B340b654d600A864fB604a87c',
  },
  priority: {
    130: '0x00000006021a6Bce796be7ba509BBBA71e956e37',
    8453: '0x000000001Ec5656dcdB24D90DFa42742738De729',
  },
} as const satisfies Record<string, Record<number, Address>>

const info =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,' +
  'address additionalValidationContract,bytes additionalValidationData)'
const output = 'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'

/** Structs of each order, sorted by name as EIP-712 wants it, and where its outputs and their least stand. */
const orders = [
  {
    known: reactors.dutch,
    witness: 'ExclusiveDutchOrder',
    structs: [
      output,
      'ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,' +
        'address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,' +
        'uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)',
      info,
      permissions,
    ],
    outputs: 'outputs',
    least: ['startAmount', 'endAmount'],
  },
  {
    known: reactors.second,
    witness: 'V2DutchOrder',
    structs: [
      output,
      info,
      permissions,
      'V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,' +
        'uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)',
    ],
    outputs: 'baseOutputs',
    least: ['startAmount', 'endAmount'],
  },
  {
    known: reactors.third,
    witness: 'V3DutchOrder',
    structs: [
      'NonlinearDutchDecay(uint256 relativeBlocks,int256[] relativeAmounts)',
      info,
      permissions,
      'V3DutchInput(address token,uint256 startAmount,NonlinearDutchDecay curve,uint256 maxAmount,' +
        'uint256 adjustmentPerGweiBaseFee)',
      'V3DutchOrder(OrderInfo info,address cosigner,uint256 startingBaseFee,V3DutchInput baseInput,' +
        'V3DutchOutput[] baseOutputs)',
      'V3DutchOutput(address token,uint256 startAmount,NonlinearDutchDecay curve,address recipient,' +
        'uint256 minAmount,uint256 adjustmentPerGweiBaseFee)',
    ],
    outputs: 'baseOutputs',
    least: ['startAmount', 'minAmount'],
  },
  {
    known: reactors.priority,
    witness: 'PriorityOrder',
    structs: [
      info,
      'PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)',
      'PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,' +
        'uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)',
      'PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)',
      permissions,
    ],
    outputs: 'outputs',
    least: ['amount'],
  },
] as const

const comingOf = (one: Fields, least: readonly string[]): Coming => {
  const address = one.address('token')
  const amounts = least.map((name) => one.number(name))
  return {
    asset: sameAddress(address, zeroAddress) ? { kind: 'coin' } : token(address),
    amount: amounts.reduce((lowest, amount) => (amount < lowest ? amount : lowest)),
    to: one.address('recipient'),
  }
}

/**
 * UniswapX orders: Permit2 transfers whose witness a reactor enforces (@uniswap/uniswapx-sdk 3.1.0,
 * src/order). For another spender the witness binds nobody, and the transfer is read without it.
 */
export const uniswapXTypes: readonly SignatureType[] = orders.map(
  ({ known, witness, structs, outputs, least }) => ({
    type:
      'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,' +
      `uint256 deadline,${witness} witness)${structs.join('')}`,
    isFor: at(permit2),
    read: (message, { signer, chainId }) => {
      const byChain: Partial<Record<number, Address>> = known
      const reactor = byChain[chainId]
      const order = message.struct('witness')
      const { address } = order.struct('info')
      const isEnforced =
        reactor !== undefined &&
        sameAddress(reactor, message.address('spender')) &&
        sameAddress(reactor, address('reactor')) &&
        sameAddress(signer, address('swapper'))
      if (!isEnforced) return undefined
      const leaves = permittedBy(message, [message.struct('permitted')], signer)
      const returns = order.list(outputs).map((one) => comingOf(one, least))
      const until = message.number('deadline')
      return signatureContentOf('UniswapX', 'trade', { deals: [{ leaves, returns }], until })
    },
  }),
)
