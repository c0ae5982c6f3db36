import type { Address } from 'viem'
import { permit2 } from '../contracts'
import type { Fields } from './fields'
import { signatureContentOf, type Leaving, type SignatureContent } from './signatureReading'
import { at, spends, type SigningContext, type SignatureType } from './type'

const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'

/** The struct of what may be taken, which closes the type of every transfer by signature. */
export const permissions = 'TokenPermissions(address token,uint256 amount)'

const lasting = (
  name: string,
  suffix: string,
  of: (message: Fields) => Fields[],
): SignatureType => ({
  type: `${name}(PermitDetails${suffix} details,address spender,uint256 sigDeadline)${details}`,
  isFor: at(permit2),
  read: (message, { signer }) => {
    const until = message.number('sigDeadline')
    const spender = message.address('spender')
    const leaves = of(message).map((detail) => {
      const end = detail.number('expiration')
      // An expiration of 0 ends with the block in which the permit is handed in.
      const last = end === 0n ? until : end
      return spends(signer, spender, detail.address('token'), detail.number('amount'), last)
    })
    return signatureContentOf('Permit2', 'allow', { deals: [{ leaves, returns: [] }], until })
  },
})

/** Returns what a transfer by signature lets the spender take. */
export const permittedBy = (message: Fields, permitted: Fields[], signer: Address): Leaving[] =>
  permitted.map((one) =>
    spends(
      signer,
      message.address('spender'),
      one.address('token'),
      one.number('amount'),
      message.number('deadline'),
    ),
  )

/** Reads a transfer by signature, for one token or for several. */
export const readTransfer = (
  message: Fields,
  { signer }: SigningContext,
  isBatch: boolean,
): SignatureContent => {
  const permitted = isBatch ? message.list('permitted') : [message.struct('permitted')]
  return signatureContentOf('Permit2', 'allow', {
    deals: [{ leaves: permittedBy(message, permitted, signer), returns: [] }],
    until: message.number('deadline'),
  })
}

const rest = 'address spender,uint256 nonce,uint256 deadline'

/** Starts of the types with a witness, up to it: the spender chooses what follows (SignatureTransfer.sol). */
export const witnessTypes = [
  { start: `PermitWitnessTransferFrom(TokenPermissions permitted,${rest},`, isBatch: false },
  { start: `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${rest},`, isBatch: true },
] as const

/** Permit2's own types (github.com/Uniswap/permit2, src/libraries/PermitHash.sol). */
export const permit2Types: readonly SignatureType[] = [
  lasting('PermitSingle', '', (message) => [message.struct('details')]),
  lasting('PermitBatch', '[]', (message) => message.list('details')),
  {
    type: `PermitTransferFrom(TokenPermissions permitted,${rest})${permissions}`,
    isFor: at(permit2),
    read: (message, place) => readTransfer(message, place, false),
  },
  {
    type: `PermitBatchTransferFrom(TokenPermissions[] permitted,${rest})${permissions}`,
    isFor: at(permit2),
    read: (message, place) => readTransfer(message, place, true),
  },
]
