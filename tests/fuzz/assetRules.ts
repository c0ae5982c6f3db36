import { isAbsent, isAddress, isHex, isObject, only, own, type Situation } from './values'

const isWhole = (value: unknown, most: bigint): boolean => {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= most
  if (typeof value !== 'string' || value === '' || value === '0x') return false
  return (only('0123456789', value) || isHex(value)) && BigInt(value) <= most
}

const isSymbol = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= 11 && !/[\s\u202e]/.test(value)

/** True if `wallet_watchAsset` params may open a window (EIP-747); ignores the address's checksum. */
export const isWatch = (params: unknown, { isConnected }: Situation): boolean => {
  const asset: unknown = Array.isArray(params) ? params[0] : params
  const options = isObject(asset) && own(asset, 'options')
  if (!isConnected || !isObject(asset) || !isObject(options)) return false
  const [type, symbol, decimals, image] = [
    own(asset, 'type'),
    ...['symbol', 'decimals', 'image'].map((name) => own(options, name)),
  ]
  return (
    isAddress(own(options, 'address')) &&
    (isAbsent(symbol) || isSymbol(symbol)) &&
    (isAbsent(decimals) || isWhole(decimals, 36n)) &&
    (isAbsent(image) || typeof image === 'string') &&
    (type === 'ERC20' ||
      ((type === 'ERC721' || type === 'ERC1155') &&
        isWhole(own(options, 'tokenId'), 2n ** 256n - 1n)))
  )
}
