/** The site that asks: its granted accounts, its network, and whether the wallet is unlocked. */
export type Situation = {
  isConnected: boolean
  isUnlocked: boolean
  accounts: readonly string[]
  chainId: number
  chains: readonly number[]
}

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const own = (object: Json, name: string): unknown =>
  Object.getOwnPropertyDescriptor(object, name)?.value

export const isAbsent = (value: unknown): boolean => value === undefined || value === null

export const only = (alphabet: string, text: string): boolean =>
  Array.from(text).every((letter) => alphabet.includes(letter))

export const isHex = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.startsWith('0x') &&
  only('0123456789abcdefABCDEF', value.slice(2))

export const isAddress = (value: unknown): value is string => isHex(value) && value.length === 42

export const isMine = (value: unknown, { accounts }: Situation): boolean =>
  isAddress(value) && accounts.some((one) => one.toLowerCase() === value.toLowerCase())
