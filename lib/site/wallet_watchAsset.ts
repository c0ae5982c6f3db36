import { getAddress, isAddress } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { journal } from '../db'
import { list } from '../holdings/list'
import { watchedKey, type ProposedAsset } from '../holdings/proposed'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { maybe } from '../rpc/schema'
import { isObject } from '../values/isObject'

const addressRule = 'must be an address: 0x and 40 hex digits, in lower case or with its checksum'

const isContract = (text: string): boolean => {
  const [, digits = ''] = text.split('0x')
  return isAddress(text, { strict: digits !== digits.toUpperCase() })
}

const contract = v.pipe(
  v.string(),
  v.check(isContract, addressRule),
  v.transform((text) => getAddress(text.toLowerCase())),
)

const symbolRule = 'must be 1 to 11 visible characters without spaces'

const symbol = v.pipe(
  v.string(),
  v.maxLength(11, symbolRule),
  v.regex(/^[^\s\p{C}]+$/u, symbolRule),
)

const decimalsRule = 'must be a whole number from 0 to 36'

// Some sites send `decimals` as text.
const decimals = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,2}$/, decimalsRule))], decimalsRule),
  v.transform(Number),
  v.check((one) => Number.isInteger(one) && one >= 0 && one <= 36, decimalsRule),
)

const idRule = 'must be the number of an item: a decimal or hex text below 2^256'

const isId = (text: string | number): boolean =>
  typeof text === 'number'
    ? Number.isSafeInteger(text) && text >= 0
    : /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text) && BigInt(text) < 2n ** 256n

const tokenId = v.pipe(
  v.union([v.string(), v.number()], idRule),
  v.check(isId, idRule),
  v.transform((text) => BigInt(text).toString()),
)

// `image` is checked and dropped: fetching it would reveal the user to its host.
const told = {
  address: contract,
  symbol: maybe(symbol),
  decimals: maybe(decimals),
  image: maybe(v.string()),
}

const coin = object({ type: v.literal('ERC20'), options: object(told) })
const item = object({
  type: v.picklist(['ERC721', 'ERC1155'], 'must be ERC20, ERC721 or ERC1155'),
  options: object({ ...told, tokenId }),
})
const one = v.lazy<typeof coin | typeof item>((asked) =>
  isObject(asked) && asked.type === 'ERC20' ? coin : item,
)

type Asked = v.InferOutput<typeof one>

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
  params: v.pipe(
    v.unknown(),
    v.transform((params: unknown): unknown =>
      Array.isArray(params) && params.length === 1 ? params[0] : params,
    ),
    one,
  ),
  result: v.boolean(),
  decision: object({}),
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
