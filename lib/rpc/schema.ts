import { getAddress, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { schemaText } from './schemaTexts'

// The extension's Content Security Policy forbids eval; without `jitless`, zod tries it once and the browser
// reports a violation.
z.config({ localeError: schemaText, jitless: true })

const matches = <T extends string>(pattern: RegExp, message: string) =>
  z.pipe(
    z.string().check(z.regex(pattern, message)),
    z.transform((text) => text as T),
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
  z.pipe(
    z
      .string(absent)
      .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')),
    z.transform((text): Address => getAddress(text.toLowerCase())),
  )

/** A 20-byte address in any case; parsed to its checksum form (EIP-55). */
export const address = addressOr()

const deploys = 'to deploy, use eth_sendTransaction without it'

/**
 * Recipient of a call. The zero address is refused: an executor (ERC-7821) would replace it by the account
 * itself.
 */
export const recipient = addressOr(`must be an address: ${deploys}`).check(
  z.refine((to) => BigInt(to) !== 0n, `must not be the zero address: ${deploys}`),
)

/** A chain ID as lower-case hex without leading zeros (EIP-5792). */
export const chainId = matches<Hex>(
  /^0x([1-9a-f][0-9a-f]*|0)$/,
  'must be a chain ID: 0x and lower-case hex digits without leading zeros',
)

/** A chain ID as hex in any case (EIP-3326, EIP-3085); parsed to lower case. */
export const anyChainId = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^0x([1-9a-fA-F][0-9a-fA-F]*|0)$/,
        'must be a chain ID: 0x and hex digits without leading zeros',
      ),
    ),
  z.transform((text) => text.toLowerCase() as Hex),
)

/** A field that may be absent or null; both parse to undefined. viem sends keys that it leaves empty. */
export const maybe = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? undefined),
  )

/** Formats the first issue of a schema error: the field's path and what it must be. */
export const explainSchemaError = (error: z.core.$ZodError): string => {
  const [issue] = error.issues
  const path = (issue?.path ?? []).reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : `${text}${text && '.'}${String(key)}`,
    'params',
  )
  return `${path.replace(/^params(\[0\])?\./, '')} ${issue?.message.replace(/^Invalid input: /, 'is not valid: ') ?? 'is not valid'}`
}

/** Params of a method that takes none; anything that a site sends is ignored. */
export const noParams = z.optional(z.array(z.unknown()))

/** A hex string in a result. */
export const hexText = z.custom<Hex>((text) => typeof text === 'string' && text.startsWith('0x'))
