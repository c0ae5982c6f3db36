import { maxUint256 } from 'viem'
import { signatureContentOf } from './signatureReading'
import { item, itself, spends, token, type SignatureType } from './type'

/** ERC-2612 (eips.ethereum.org/EIPS/eip-2612): the token is the verifier. */
const erc2612: SignatureType = {
  type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  isFor: itself,
  read: (message, { verifier }) => {
    const until = message.number('deadline')
    const leaves = [
      spends(
        message.address('owner'),
        message.address('spender'),
        verifier,
        message.number('value'),
        // The allowance itself never ends; the deadline is only that of handing it in.
        null,
      ),
    ]
    return signatureContentOf('ERC-2612', 'allow', { deals: [{ leaves, returns: [] }], until })
  },
}

/** The permit of DAI, which allows everything or nothing (github.com/makerdao/dss, src/dai.sol). */
const dai: SignatureType = {
  type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
  isFor: itself,
  read: (message, { verifier }) => {
    const expiry = message.number('expiry')
    const amount = message.flag('allowed') ? maxUint256 : 0n
    const leaves = [
      spends(message.address('holder'), message.address('spender'), verifier, amount, null),
    ]
    // An expiry of 0 never passes.
    const until = expiry === 0n ? null : expiry
    return signatureContentOf('DAI', 'allow', { deals: [{ leaves, returns: [] }], until })
  },
}

/** ERC-4494 as Uniswap's positions have it (github.com/Uniswap/v3-periphery, ERC721Permit.sol). */
const erc4494: SignatureType = {
  type: 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
  isFor: itself,
  read: (message, { signer, verifier }) => {
    const leaves = [
      {
        asset: item(verifier, message.number('tokenId')),
        amount: 1n,
        from: signer,
        to: message.address('spender'),
        how: 'spends' as const,
        until: null,
      },
    ]
    return signatureContentOf('ERC-4494', 'allow', {
      deals: [{ leaves, returns: [] }],
      until: message.number('deadline'),
    })
  },
}

const transfer = (name: string): SignatureType => ({
  type: `${name}(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
  isFor: itself,
  read: (message, { verifier }) => {
    const until = message.number('validBefore')
    const leaves = [
      {
        asset: token(verifier),
        amount: message.number('value'),
        from: message.address('from'),
        to: message.address('to'),
        how: 'moves' as const,
        until,
      },
    ]
    return signatureContentOf('ERC-3009', 'send', { deals: [{ leaves, returns: [] }], until })
  },
})

/** ERC-3009 (eips.ethereum.org/EIPS/eip-3009), as USDC has it: the token is the verifier. */
const erc3009: readonly SignatureType[] = [
  transfer('TransferWithAuthorization'),
  transfer('ReceiveWithAuthorization'),
  {
    type: 'CancelAuthorization(address authorizer,bytes32 nonce)',
    isFor: itself,
    read: () => signatureContentOf('ERC-3009', 'cancel', {}),
  },
]

/** Types that tokens check by themselves. */
export const tokenTypes: readonly SignatureType[] = [erc2612, dai, erc4494, ...erc3009]
