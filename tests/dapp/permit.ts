import { readValue, Unfit } from './abiValue'
import type { WalletRequest } from './walletRequest'

/** Fields of a permit, as typed. */
export type PermitFields = {
  token: string
  name: string
  version: string
  spender: string
  amount: string
  nonce: string
  deadline: string
}

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
}

const number = (field: string, value: string) =>
  String(readValue(field, { type: 'uint256' }, value))

/** Writes a permit (ERC-2612) to sign, or says in one sentence which field to mend and how. */
export const permitRequest = (
  account: string,
  chainId: number,
  fields: PermitFields,
): { request: WalletRequest } | { problem: string } => {
  try {
    if (fields.name === '')
      throw new Unfit("Name: write the token's name as its contract gives it.")
    const typedData = {
      domain: {
        name: fields.name,
        version: fields.version,
        chainId,
        verifyingContract: readValue('Token', { type: 'address' }, fields.token),
      },
      types,
      primaryType: 'Permit',
      message: {
        owner: account,
        spender: readValue('Spender', { type: 'address' }, fields.spender),
        value: number('Amount', fields.amount),
        nonce: number('Nonce', fields.nonce),
        deadline: number('Deadline', fields.deadline),
      },
    }
    const params = [account, JSON.stringify(typedData)]
    return { request: { method: 'eth_signTypedData_v4', params } }
  } catch (error) {
    if (error instanceof Unfit) return { problem: error.message }
    throw error
  }
}
