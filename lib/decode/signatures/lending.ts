import { readingOf, type SignedRight } from './reading'
import { atOn, type SignatureType } from './type'

/** Morpho Blue by chain (@morpho-org/morpho-ts 2.8.0, src/addresses.ts). */
const morpho = {
  1: ['0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb'],
  10: ['0xce95AfbB8EA029495c66020883F87aaE8864AF92'],
  56: ['0x01b0Bd309AA75547f7a37Ad7B1219A898E67a83a'],
  130: ['0x8f5ae9CddB9f68de460C77730b018Ae7E04a140A'],
  137: ['0x1bF0c2541F820E775182832f06c0B7Fc27A25f67'],
  480: ['0xE741BC7c34758b4caE05062794E8Ae24978AF432'],
  8453: ['0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb'],
  42161: ['0x6c247b1F6182318877311737BaC0844bAa518F5e'],
} as const

/** Markets of Compound III by chain (github.com/compound-finance/comet, deployments/…/roots.json). */
const comets = {
  1: ['0xc3d688B66703497DAA19211EEdff47f25384cdc3', '0x3Afdc9BCA9213A35503b077a6072F3D0d5AB0840'],
  137: ['0xF25212E676D1F7F89Cd72fFEe66158f541246445'],
  8453: [
    '0xb125E6687d4313864e53df431d5425969c15Eb2F',
    '0x46e6b214b524310239732D51387075E0e70970bf',
    '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf',
    '0x784efeB622244d2348d4F2522f8860B96fbEcE89',
    '0x2c776041CCFe903071AF44aa147368a9c8EEA518',
  ],
  42161: ['0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf'],
} as const

const authorize = (standard: string, right: SignedRight, until: bigint) =>
  readingOf(standard, 'authorize', { rights: [right], until })

/** Authorizations over lent and borrowed positions, which last until they are taken back. */
export const lendingTypes: readonly SignatureType[] = [
  {
    // @morpho-org/blue-sdk-viem 5.2.1, src/signatures/manager.ts
    type: 'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    isFor: atOn(morpho),
    read: (message, { verifier }) =>
      authorize(
        'Morpho',
        {
          right: 'positions',
          over: verifier,
          to: message.address('authorized'),
          isGiven: message.flag('isAuthorized'),
        },
        message.number('deadline'),
      ),
  },
  {
    // github.com/compound-finance/comet, contracts/CometStorage.sol and CometExt.sol
    type: 'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
    isFor: atOn(comets),
    read: (message, { verifier }) =>
      authorize(
        'Compound',
        {
          right: 'positions',
          over: verifier,
          to: message.address('manager'),
          isGiven: message.flag('isAllowed'),
        },
        message.number('expiry'),
      ),
  },
]
