import { getAddress, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'

// The extension's CSP forbids eval, which zod would otherwise try once and have reported.
z.config({ ...en(), jitless: true })

const matches = <T extends string>(pattern: RegExp, message: string) =>
  z.pipe(
    z.string().check(z.regex(pattern, message)),
    z.transform((text) => text as T),
  )

/** Bytes as hex, of any length, `0x` for none. */
export const hex = matches<Hex>(
  /^0x([0-9a-fA-F]{2})*$/,
  'must be hex bytes: 0x and an even number of digits',
)

/** A quantity of EIP-1474, leading zeros tolerated; wei or gas. */
export const quantity = matches<Hex>(
  /^0x[0-9a-fA-F]{1,64}$/,
  'must be a hex quantity: 0x and 1 to 64 digits',
)

/** A 20-byte address in any case, given back with its checksum. */
export const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')),
  z.transform((text): Address => getAddress(text.toLowerCase())),
)

/** Where a call goes. An executor would turn the zero address into a self-call. */
export const recipient = address.check(
  z.refine(
    (to) => BigInt(to) !== 0n,
    'must not be the zero address: to deploy, use eth_sendTransaction without it',
  ),
)

/** A chain id as hex without leading zeros (EIP-5792). */
export const chainId = matches<Hex>(
  /^0x([1-9a-f][0-9a-f]*|0)$/,
  'must be a chain ID: 0x and lower-case hex digits without leading zeros',
)

/** A chain id as sites write it to move, in any case (EIP-3326, EIP-3085); given back in lower case. */
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

/** A field that may be absent or null, both meaning absent: viem sends the keys it leaves empty. */
export const maybe = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? undefined),
  )

/** One sentence that names the first field in error and what it must be. */
export const explain = (error: z.core.$ZodError): string => {
  const [issue] = error.issues
  const path = (issue?.path ?? []).reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : `${text}${text && '.'}${String(key)}`,
    'params',
  )
  return `${path.replace(/^params(\[0\])?\./, '')} ${issue?.message.replace(/^Invalid input: /, 'is not valid: ') ?? 'is not valid'}`
}

/** Params of a method that takes none; what a site sends all the same is not looked at. */
export const noParams = z.optional(z.array(z.unknown()))

/** Hex of a result. */
export const hexText = z.custom<Hex>((text) => typeof text === 'string' && text.startsWith('0x'))
