/** A schema of addresses, by which wallets count the accounts of a seed. */
export type PathSchema = 'live' | 'bip44' | 'legacy'

/** The path of the account number `index` in each schema: of Ledger Live, of BIP-44, and of Ledger's first wallet. */
const schemas: Readonly<Record<PathSchema, (index: number) => string>> = {
  live: (index) => `m/44'/60'/${index}'/0/0`,
  bip44: (index) => `m/44'/60'/0'/0/${index}`,
  legacy: (index) => `m/44'/60'/0'/${index}`,
}

/** Returns the path of an account in a schema; `index` from 0. */
export const pathOf = (schema: PathSchema, index: number): string => schemas[schema](index)

const hardened = 2 ** 31

/** The most levels that the app reads (doc/ethapp.adoc, "Number of BIP 32 derivations to perform"). */
const maxLevels = 10

const levelOf = (text: string): number => {
  const [, digits, mark] = /^(\d{1,10})('?)$/.exec(text) ?? []
  const number = Number(digits)
  if (digits === undefined || number >= hardened) throw new Error('a path has another form')
  return mark ? hardened + number : number
}

/** Returns a path as commands carry it: the number of its levels, then 4 bytes each. Throws for another form. */
export const encodePath = (path: string): Uint8Array => {
  const [root, ...levels] = path.split('/')
  if (root !== 'm' || levels.length === 0 || levels.length > maxLevels)
    throw new Error('a path has another form')
  const bytes = new Uint8Array(1 + 4 * levels.length)
  const view = new DataView(bytes.buffer)
  bytes[0] = levels.length
  for (const [index, level] of levels.entries()) view.setUint32(1 + 4 * index, levelOf(level))
  return bytes
}
