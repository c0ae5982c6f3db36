import { getAddress, isAddress } from 'viem'
import * as z from 'zod/mini'
import { journal } from '../db'
import { list } from '../holdings/list'
import { watchedKey, type ProposedAsset } from '../holdings/proposed'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { maybe } from '../rpc/schema'

const addressRule = 'must be an address: 0x and 40 hex digits, in lower case or with its checksum'

const isContract = (text: string): boolean => {
  const [, digits = ''] = text.split('0x')
  return isAddress(text, { strict: digits !== digits.toUpperCase() })
}

const contract = z.pipe(
  z.string().check(z.refine(isContract, addressRule)),
  z.transform((text) => getAddress(text.toLowerCase())),
)

const symbolRule = 'must be 1 to 11 visible characters without spaces'

const symbol = z.string().check(z.maxLength(11, symbolRule), z.regex(/^[^\s\p{C}]+$/u, symbolRule))

const decimalsRule = 'must be a whole number from 0 to 36'

// Some sites send `decimals` as text.
const decimals = z
  .pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,2}$/))], decimalsRule),
    z.transform(Number),
  )
  .check(z.refine((one) => Number.isInteger(one) && one >= 0 && one <= 36, decimalsRule))

const idRule = 'must be the number of an item: a decimal or hex text below 2^256'

const isId = (text: string | number): boolean =>
  typeof text === 'number'
    ? Number.isSafeInteger(text) && text >= 0
    : /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text) && BigInt(text) < 2n ** 256n

const tokenId = z.pipe(
  z.union([z.string(), z.number()], idRule).check(z.refine(isId, idRule)),
  z.transform((text) => BigInt(text).toString()),
)

// `image` is checked and dropped: fetching it would reveal the user to its host.
const told = {
  address: contract,
  symbol: maybe(symbol),
  decimals: maybe(decimals),
  image: maybe(z.string()),
}

const one = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('ERC20'), options: z.object(told) }),
    z.object({ type: z.enum(['ERC721', 'ERC1155']), options: z.object({ ...told, tokenId }) }),
  ],
  'must be ERC20, ERC721 or ERC1155',
)

type Asked = z.output<typeof one>

const proposed = (
  { type, options }: Asked,
  { chainId, account }: Pick<ProposedAsset, 'chainId' | 'account'>,
): ProposedAsset => ({
  type,
  chainId,
  account,
  options: {
    address: options.address,
    ...('tokenId' in options ? { tokenId: options.tokenId } : {}),
    ...(options.symbol === undefined ? {} : { symbol: options.symbol }),
    ...(options.decimals === undefined ? {} : { decimals: options.decimals }),
  },
})

const why = {
  'no contract': 'has no contract on this network',
  'other standard': 'is not such a token',
  'not owned': 'is an item that the account does not own',
} as const

/**
 * EIP-747 `wallet_watchAsset`, for connected sites (else 4100). Returns true once the token is listed, as
 * other wallets do.
 */
export const wallet_watchAsset = defineMethod({
  name: 'wallet_watchAsset',
  // Params are one object; some clients wrap it in an array.
  params: z.pipe(
    z.transform((params: unknown): unknown =>
      Array.isArray(params) && params.length === 1 ? params[0] : params,
    ),
    one,
  ),
  result: z.boolean(),
  decision: z.object({}),
  async handle(asked, { accounts: [account], chainId, ask }) {
    if (!account) throw rpcError('unauthorized')
    const asset = proposed(asked, { chainId, account })
    const known = await journal.assets.get(watchedKey(chainId, asset.options))
    if (!known || known.isHidden) await ask({ params: asset, isShared: true })
    return true
  },
  async approve({ params }) {
    const write = await list(params as ProposedAsset)
    if (typeof write === 'string') throw rpcError('invalidParams', `options.address ${why[write]}`)
    return write
  },
})
