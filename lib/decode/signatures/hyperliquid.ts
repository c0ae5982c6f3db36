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

const move = (from: Address, message: Fields, unit: string): SignatureContent | undefined => {
  const to = addressIn(message, 'destination')
  const amount = amountIn(message)
  if (!to || amount === undefined) return undefined
  const asset = { kind: 'written', text: `${amount} ${unit}` } as const
  const leaves = [{ asset, amount: 1n, from, to, how: 'moves', until: null } as const]
  return signatureContentOf('Hyperliquid', 'send', { deals: [{ leaves, returns: [] }] })
}

/** The part of `NAME:0x…` that names a token, as Hyperliquid writes it. */
const unitIn = (message: Fields): string | undefined => {
  const text = message.text('token')
  return /^[\w.-]{1,30}(:0x[0-9a-fA-F]{32})?$/.test(text) ? text : undefined
}

const right = (message: Fields, name: string, kind: SignedRight['right']): SignatureContent =>
  signatureContentOf('Hyperliquid', 'authorize', {
    rights: [{ right: kind, over: null, to: message.address(name), isGiven: true }],
  })

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
    (message, { signer }) => {
      const unit = unitIn(message)
      return unit === undefined ? undefined : move(signer, message, unit)
    },
  ),
  action('ApproveAgent', 'address agentAddress,string agentName,uint64 nonce', (message) =>
    right(message, 'agentAddress', 'trading'),
  ),
  action('ApproveBuilderFee', 'string maxFeeRate,address builder,uint64 nonce', (message) =>
    right(message, 'builder', 'fees'),
  ),
]
