import { isAddress, zeroAddress, type Address } from 'viem'
import type { Fields } from './fields'
import { signatureContentOf, type SignatureContent, type SignedRight } from './signatureReading'
import type { SignatureType } from './type'
import { sameAddress } from '../../values/address'

/** The domain of actions that users sign (@nktkas/hyperliquid 0.33.3, src/signing/_userSigned.ts). */
const isFor: SignatureType['isFor'] = ({ name, verifier, chainId }) =>
  name === 'HyperliquidSignTransaction' &&
  chainId !== null &&
  verifier !== null &&
  sameAddress(verifier, zeroAddress)

const addressIn = (message: Fields, name: string): Address | undefined => {
  const text = message.text(name)
  return isAddress(text, { strict: false }) ? text : undefined
}

/** Amounts are texts here, and nothing but a plain number is one. */
const amountIn = (message: Fields): string | undefined => {
  const text = message.text('amount')
  return /^\d{1,40}(\.\d{1,40})?$/.test(text) ? text : undefined
}

const action = (name: string, fields: string, read: SignatureType['read']): SignatureType => ({
  type: `HyperliquidTransaction:${name}(string hyperliquidChain,${fields})`,
  isFor,
  read,
})

const moved = (from: Address, to: Address, text: string): SignatureContent => {
  const asset = { kind: 'written', text } as const
  const leaves = [{ asset, amount: 1n, from, to, how: 'moves', until: null } as const]
  return signatureContentOf('Hyperliquid', 'send', { deals: [{ leaves, returns: [] }] })
}

const move = (from: Address, message: Fields, unit: string): SignatureContent | undefined => {
  const to = addressIn(message, 'destination')
  const amount = amountIn(message)
  return !to || amount === undefined ? undefined : moved(from, to, `${amount} ${unit}`)
}

/** The part of `NAME:0x…` that names a token, as Hyperliquid writes it. */
const unitIn = (message: Fields): string | undefined => {
  const text = message.text('token')
  return /^[\w.-]{1,30}(:0x[0-9a-fA-F]{32})?$/.test(text) ? text : undefined
}

const right = (kind: SignedRight['right'], to: Address, most: string | null): SignatureContent =>
  signatureContentOf('Hyperliquid', 'authorize', {
    rights: [{ right: kind, over: null, to, isGiven: true, most }],
  })

/** Shares are texts here too, of each trade. */
const shareIn = (message: Fields): string | undefined => {
  const text = message.text('maxFeeRate')
  return /^\d{1,40}(\.\d{1,40})?%$/.test(text) ? text : undefined
}

/** Reads a transfer of one of several tokens, from the signer or from one of the signer's sub-accounts. */
const moveToken = (from: Address | undefined, message: Fields): SignatureContent | undefined => {
  const unit = unitIn(message)
  return unit === undefined || !from ? undefined : move(from, message, unit)
}

/** Actions on Hyperliquid that a wallet signs (@nktkas/hyperliquid 0.33.3, src/api/exchange/_methods). */
export const hyperliquidTypes: readonly SignatureType[] = [
  action('UsdSend', 'string destination,string amount,uint64 time', (message, { signer }) =>
    move(signer, message, 'USDC'),
  ),
  action('Withdraw', 'string destination,string amount,uint64 time', (message, { signer }) =>
    move(signer, message, 'USDC'),
  ),
  action(
    'SpotSend',
    'string destination,string token,string amount,uint64 time',
    (message, { signer }) => moveToken(signer, message),
  ),
  action(
    'SendAsset',
    'string destination,string sourceDex,string destinationDex,string token,string amount,' +
      'string fromSubAccount,uint64 nonce',
    (message, { signer }) =>
      moveToken(
        message.text('fromSubAccount') === '' ? signer : addressIn(message, 'fromSubAccount'),
        message,
      ),
  ),
  // Between the two balances of one account; with a sub-account behind the amount it is unread.
  action('UsdClassTransfer', 'string amount,bool toPerp,uint64 nonce', (message, { signer }) => {
    const amount = amountIn(message)
    return amount === undefined ? undefined : moved(signer, signer, `${amount} USDC`)
  }),
  action('ApproveAgent', 'address agentAddress,string agentName,uint64 nonce', (message) =>
    right('trading', message.address('agentAddress'), null),
  ),
  action('ApproveBuilderFee', 'string maxFeeRate,address builder,uint64 nonce', (message) => {
    const share = shareIn(message)
    return share === undefined ? undefined : right('fees', message.address('builder'), share)
  }),
]
