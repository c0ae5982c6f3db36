import type { Address, Hex } from 'viem'
import { wallet } from '../../store/session'
import { qrError } from './fault'
import type { QrKey } from './keys'

/** An address below a key that a device showed: what the background makes of it again when it is added. */
export type FoundQr = {
  address: Address
  publicKey: Hex
  chainCode: Hex | null
  path: string
  steps: string
  fingerprint: number
}

const hasMany = ({ steps }: QrKey): boolean => steps.includes('*')

/** True if there are addresses from number `first` on. */
export const hasFrom = (keys: readonly QrKey[], first: number): boolean =>
  keys.some(hasMany) || keys.length > first

/** Finds the addresses of keys from number `first` on: of each key so many, or one where it has no more. */
export const findAddresses = async (
  keys: readonly QrKey[],
  first: number,
  count: number,
): Promise<FoundQr[]> => {
  const single = keys.filter((key) => !hasMany(key)).slice(first, first + count)
  const found = await Promise.all(
    [...single, ...keys.filter(hasMany)].map(async (key): Promise<FoundQr[]> => {
      const { publicKey, chainCode, path, fingerprint } = key
      const below = key.steps.join('/')
      const all = hasMany(key)
        ? Array.from({ length: count }, (_, index) => below.replace('*', String(first + index)))
        : [below]
      const addresses = await wallet('deriveAddresses', { publicKey, chainCode, steps: all })
      if (addresses === 'bad key') throw qrError('bad key')
      return all.flatMap((steps, index) => {
        const address = addresses[index]
        return address ? [{ address, publicKey, chainCode, path, steps, fingerprint }] : []
      })
    }),
  )
  return found.flat()
}
