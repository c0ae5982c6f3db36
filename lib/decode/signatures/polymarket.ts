import type { Address } from 'viem'
import { signatureContentOf, type Leaving, type Coming, type SignedAsset } from './signatureReading'
import { atOn, item, token, unlessZero, type SignatureType } from './type'

/** Exchanges and assets by chain (@polymarket/clob-client 5.8.1, src/config.ts). */
const exchanges = {
  137: ['0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E', '0xC5d563A36AE78145C45a50134d48A1215220f80a'],
  80002: [
    '0xdFE02Eb6733538f8Ea35D585af8DE5958AD99E40',
    '0xC5d563A36AE78145C45a50134d48A1215220f80a',
  ],
} as const

const assets: Partial<Record<number, { collateral: Address; outcomes: Address }>> = {
  137: {
    collateral: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    outcomes: '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045',
  },
  80002: {
    collateral: '0x9c4E1703476E875070EE25b56A58B008CFb8FA78',
    outcomes: '0x69308FB512518e39F9b16112fA8d994F4e2Bf8bB',
  },
}

/** The one text that signing in attests (src/signing/constants.ts). */
const attested = 'This message attests that I control the given wallet'

/** Orders of Polymarket, and the proof that its server asks for (@polymarket/clob-client 5.8.1). */
export const polymarketTypes: readonly SignatureType[] = [
  {
    // src/order-utils/exchange.order.const.ts; side 0 buys and 1 sells (model/order-side.model.ts)
    type:
      'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,' +
      'uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,' +
      'uint256 feeRateBps,uint8 side,uint8 signatureType)',
    isFor: atOn(exchanges),
    read: (message, { chainId }) => {
      const known = assets[chainId]
      const side = message.number('side')
      if (!known || side > 1n) return undefined
      const expiration = message.number('expiration')
      const until = expiration === 0n ? null : expiration
      const maker = message.address('maker')
      const money: SignedAsset = token(known.collateral)
      const outcome = item(known.outcomes, message.number('tokenId'))
      const [given, got] = side === 0n ? [money, outcome] : [outcome, money]
      const leaves: Leaving[] = [
        {
          asset: given,
          amount: message.number('makerAmount'),
          from: maker,
          to: unlessZero(message.address('taker'), null),
          how: 'moves',
          until,
        },
      ]
      // The fee comes out of what is bought, up to the whole of it.
      const rate = message.number('feeRateBps')
      const gross = message.number('takerAmount')
      const net = rate >= 10_000n ? 0n : gross - (gross * rate) / 10_000n
      const returns: Coming[] = [{ asset: got, amount: net, to: maker }]
      return signatureContentOf('Polymarket', 'trade', { deals: [{ leaves, returns }], until })
    },
  },
  {
    // src/signing/eip712.ts
    type: 'ClobAuth(address address,string timestamp,uint256 nonce,string message)',
    isFor: ({ name, verifier, chainId }) =>
      name === 'ClobAuthDomain' && verifier === null && chainId !== null,
    read: (message) =>
      message.text('message') === attested
        ? signatureContentOf('Polymarket', 'attest', {})
        : undefined,
  },
]
