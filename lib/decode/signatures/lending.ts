import { signatureContentOf, type SignedRight } from './signatureReading'
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

/** Markets of Compound III by chain (github.com/compound-finance/comet, commit d5a30b0, deployments/…/roots.json). */
const comets = {
  1: [
    '0xc3d688B66703497DAA19211EEdff47f25384cdc3',
    '0x3Afdc9BCA9213A35503b077a6072F3D0d5AB0840',
    '0xA17581A9E3356d9A858b789D68B4d866e593aE94',
    '0x5D409e56D886231aDAf00c8775665AD0f9897b56',
    '0xe85Dc543813B8c2CFEaAc371517b925a166a9293',
    '0x3D0bb1ccaB520A66e607822fC55BC921738fAFE3',
  ],
  10: [
    '0x2e44e174f7D53F0212823acC11C01A11d58c5bCB',
    '0x995E394b8B2437aC8Ce61Ee0bC610D617962B214',
    '0xE36A30D249f7761327fd973001A32010b521b6Fd',
  ],
  130: ['0x2c7118c4C88B9841FCF839074c26Ae8f035f2921', '0x6C987dDE50dB1dcDd32Cd4175778C2a291978E2a'],
  137: ['0xF25212E676D1F7F89Cd72fFEe66158f541246445', '0xaeB318360f27748Acb200CE616E389A6C9409a07'],
  2020: [
    '0x4006eD4097Ee51c09A04c3B0951D28CCf19e6DFE',
    '0xc0Afdbd1cEB621Ef576BA969ce9D4ceF78Dbc0c0',
  ],
  5000: ['0x606174f62cd968d8e684c645080fa694c1D7786E'],
  8453: [
    '0xb125E6687d4313864e53df431d5425969c15Eb2F',
    '0x46e6b214b524310239732D51387075E0e70970bf',
    '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf',
    '0x784efeB622244d2348d4F2522f8860B96fbEcE89',
    '0x2c776041CCFe903071AF44aa147368a9c8EEA518',
  ],
  42161: [
    '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf',
    '0xA5EDBDD9646f8dFF606d7448e414884C7d905dCA',
    '0xd98Be00b5D27fc98112BdE293e487f8D4cA57d07',
    '0x6f7D514bbD4aFf3BcD1140B7344b32f063dEe486',
  ],
  59144: [
    '0x8D38A3d6B3c3B7d96D6536DA7Eef94A9d7dbC991',
    '0x60F2058379716A64a7A5d29219397e79bC552194',
  ],
  534352: ['0xB2f97c1Bd3bf02f5e74d13f02E3e26F93D77CE44'],
  11155111: [
    '0xAec1F48e02Cfb822Be958B68C7957156EB3F0b6e',
    '0x2943ac1216979aD8dB76D9147F64E61adc126e96',
  ],
} as const

const authorize = (standard: string, right: SignedRight, until: bigint) =>
  signatureContentOf(standard, 'authorize', { rights: [right], until })

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
          most: null,
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
          most: null,
        },
        message.number('expiry'),
      ),
  },
]
