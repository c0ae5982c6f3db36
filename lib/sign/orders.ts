import type { Address } from 'viem'
import type { TypedData, Value } from './typedData'
import type { StructField } from './types'

/** The EntryPoints of ERC-4337, versions 0.6 to 0.9. */
const entryPoints = [
  0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789n,
  0x0000000071727de22e5e9d8baf0edac6f37da032n,
  0x4337084d9e255ff0702461cf8895ce9e3b5ff108n,
  0x433709009b8330fda32311df1c2afa402ed8d009n,
]

/** Fields of a delegation of votes (`delegateBySig` of ERC-20 and Compound), which is no order. */
const votes = 'delegatee nonce expiry'

const numberOf = (value: Value | undefined): bigint | undefined =>
  typeof value === 'string' && /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)
    ? BigInt(value)
    : undefined

/** Returns the chain ID in the domain of typed data; undefined if there is none, null if it is no integer. */
export const chainOf = ({ domain: { chainId } }: TypedData): bigint | null | undefined =>
  chainId === undefined ? undefined : (numberOf(chainId) ?? null)

/** True for an intent of Porto, in any version: calls of an account, run by Porto's orchestrator. */
const isIntent = (fields: readonly StructField[]): boolean =>
  ['address eoa', 'Call[] calls'].every((wanted) =>
    fields.some(({ name, type }) => `${type} ${name}` === wanted),
  )

/**
 * True if an executor would take the signature as an order: a user operation (ERC-4337), a MetaMask
 * delegation, an intent of Porto.
 */
export const isOrder = ({ types, domain }: TypedData): boolean => {
  const verifier = numberOf(domain.verifyingContract)
  return (
    domain.name === 'ERC4337' ||
    (verifier !== undefined && entryPoints.includes(verifier)) ||
    Object.hasOwn(types, 'UserOperation') ||
    Object.hasOwn(types, 'PackedUserOperation') ||
    (Object.hasOwn(types, 'Delegation') &&
      types.Delegation?.map(({ name }) => name).join(' ') !== votes) ||
    Object.values(types).some(isIntent)
  )
}

/** True if one of these accounts is the verifying contract, and may act on the signature. */
export const isVerifiedBy = ({ domain }: TypedData, accounts: readonly Address[]): boolean =>
  accounts.some((own) => numberOf(domain.verifyingContract) === BigInt(own))
