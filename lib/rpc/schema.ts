import { getAddress, type Address, type Hex } from 'viem'
import * as v from 'valibot'
import './schemaTexts'

const matches = <T extends string>(pattern: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.regex(pattern, message),
    v.transform((text) => text as T),
  )

/** Bytes of any length as hex; `0x` if empty. */
export const hex = matches<Hex>(
  /^0x([0-9a-fA-F]{2})*$/,
  'must be hex bytes: 0x and an even number of digits',
)

/** A hex quantity (EIP-1474) of up to 256 bits, such as wei or gas; leading zeros are tolerated. */
export const quantity = matches<Hex>(
  /^0x[0-9a-fA-F]{1,64}$/,
  'must be a hex quantity: 0x and 1 to 64 digits',
)

const addressOr = (absent?: string) =>
  v.pipe(
    v.string(absent),
    v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits'),
    v.transform((text): Address => getAddress(text.toLowerCase())),
  )

/** A 20-byte address in any case; parsed to its checksum form (EIP-55). */
export const address = addressOr()

const deploys = 'to deploy, use eth_sendTransaction without it'

/**
 * Recipient of a call. The zero address is refused: an executor (ERC-7821) would replace it by the account
 * itself.
 */
export const recipient = v.pipe(
  addressOr(`must be an address: ${deploys}`),
  v.check((to) => BigInt(to) !== 0n, `must not be the zero address: ${deploys}`),
)

/** A chain ID as lower-case hex without leading zeros (EIP-5792). */
export const chainId = matches<Hex>(
  /^0x([1-9a-f][0-9a-f]*|0)$/,
  'must be a chain ID: 0x and lower-case hex digits without leading zeros',
)

/** A chain ID as hex in any case (EIP-3326, EIP-3085); parsed to lower case. */
export const anyChainId = v.pipe(
  v.string(),
  v.regex(
    /^0x([1-9a-fA-F][0-9a-fA-F]*|0)$/,
    'must be a chain ID: 0x and hex digits without leading zeros',
  ),
  v.transform((text) => text.toLowerCase() as Hex),
)

/** A field that may be absent or null; both parse to undefined. viem sends keys that it leaves empty. */
export const maybe = <T extends v.GenericSchema>(schema: T) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

/** A value of any kind that may not be absent. */
export const given = v.custom<unknown>((value) => value !== undefined, 'must be there')

/** A whole number that JavaScript holds exactly. */
export const int = v.pipe(v.number(), v.safeInteger())

/** Formats the first issue of a schema error: the field's path and what it must be. */
export const explainSchemaError = ([issue]: readonly v.BaseIssue<unknown>[]): string => {
  // The name of a field that nobody knows is the sender's, and may be a megabyte.
  const known = (issue?.path ?? []).filter(({ origin }) => origin !== 'key')
  const path = known.reduce<string>(
    (text, { key }) =>
      typeof key === 'number' ? `${text}[${key}]` : `${text}${text && '.'}${String(key)}`,
    'params',
  )
  return `${path.replace(/^params(\[0\])?\./, '')} ${issue?.message ?? 'is not valid'}`
}

/** Params of a method that takes none; anything that a site sends is ignored. */
export const noParams = v.optional(v.array(v.unknown()))

/** A hex string in a result. */
export const hexText = v.custom<Hex>((text) => typeof text === 'string' && text.startsWith('0x'))
