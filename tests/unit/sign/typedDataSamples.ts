import type { Address } from 'viem'
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

const { EIP712Domain: _, ...mailTypes } = mail.types

/** The mail for the local chain, as libraries take it: without the domain's type. */
export const localMail = {
  types: mailTypes,
  primaryType: 'Mail',
  domain: { ...mail.domain, chainId: 31337 },
  message: mail.message,
} as const

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

/** A permit of a token (ERC-2612) by the first account, for an hour; by itself on the local chain. */
export const permitOf = (token: Address, spender: Address = stranger, domain: object = {}) =>
  dataOf(
    'Permit',
    {
      owner: 'address',
      spender: 'address',
      value: 'uint256',
      nonce: 'uint256',
      deadline: 'uint256',
    },
    {
      owner: alice,
      spender,
      value: '5000000',
      nonce: 0,
      deadline: Math.floor(Date.now() / 1000) + 3600,
    },
    { name: 'A token', version: '1', chainId: 31337, verifyingContract: token, ...domain },
  )
