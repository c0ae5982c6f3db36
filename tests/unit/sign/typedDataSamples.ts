import { alice, bob, stranger } from '../accounts.ts'

const domainTypes = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** The mail of EIP-712, for Base. */
export const mail = {
  types: {
    EIP712Domain: domainTypes,
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail', version: '1', chainId: 8453, verifyingContract: stranger },
  message: {
    from: { name: 'Cow', wallet: alice },
    to: { name: 'Bob', wallet: bob },
    contents: 'Hello, Bob!',
  },
}

/** Typed data of one struct. */
export const dataOf = (
  primaryType: string,
  fields: Record<string, string>,
  message: object,
  domain: object = {},
  others: object = {},
) => ({
  types: {
    EIP712Domain: domainTypes,
    [primaryType]: Object.entries(fields).map(([name, type]) => ({ name, type })),
    ...others,
  },
  primaryType,
  domain: { ...mail.domain, ...domain },
  message,
})
