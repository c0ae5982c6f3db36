import { keccak256, stringToHex, type Hex } from 'viem'
import { signatureTypes } from '@/lib/decode/signatures'

export type Field = { name: string; type: string }
export type Data = {
  types: Record<string, Field[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

/** The structs of a type's text (EIP-712, encodeType). */
export const typesOf = (text: string): Record<string, Field[]> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)\(([^)]*)\)/g)].map(([, name = '', fields = '']) => [
      name,
      fields.split(',').map((field) => {
        const [type = '', label = ''] = field.split(' ')
        return { name: label, type }
      }),
    ]),
  )

const domainTypes: Record<string, string> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/** Typed data of a type's text. */
export const typedOf = (text: string, domain: object, message: object): Data => ({
  types: {
    EIP712Domain: Object.keys(domainTypes)
      .filter((name) => name in domain)
      .map((name) => ({ name, type: domainTypes[name] ?? '' })),
    ...typesOf(text),
  },
  primaryType: text.slice(0, text.indexOf('(')),
  domain: { ...domain },
  message: { ...message },
})

/** The text in the wallet's table that has a type hash, as the protocols publish theirs. */
export const textOf = (hash: Hex): string => {
  const found = signatureTypes.find(({ type }) => keccak256(stringToHex(type)) === hash)
  if (!found) throw new Error(`no type has the hash ${hash}`)
  return found.type
}
