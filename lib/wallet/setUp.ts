import { getAddress, isAddress } from 'viem'
import type { Origin } from '../keyring/change'
import { keepSetting } from '../db/settings'
import type { Start } from './contract'
import type { Handler } from './door'

/** What a start names, or what is wrong with it. */
const originOf = async (
  from: Start,
): Promise<Origin | 'bad phrase' | 'bad key' | 'bad address'> => {
  const { isPhrase, newPhrase, readKey } = await import('../keyring/derive')
  if (from === 'new') return { phrase: newPhrase(), count: 1 }
  if ('phrase' in from) return isPhrase(from.phrase) ? { ...from, count: 2 } : 'bad phrase'
  if ('address' in from)
    return isAddress(from.address) ? { address: getAddress(from.address) } : 'bad address'
  const key = readKey(from.key)
  return key ? { key } : 'bad key'
}

/** A repeated request, after the worker was stopped under the first, finds the vault and unlocks it. */
export const setUp: Handler<'setUp'> = async ({ password, from }, { keyring }) => {
  const origin = await originOf(from)
  if (typeof origin === 'string') return origin
  if (await keyring.hasVault())
    return (await keyring.unlock(password)) === 'open' ? 'done' : 'exists'
  // Before the vault: a reminder too many is better than one too few.
  await keepSetting('isPhraseUnchecked', from === 'new' || undefined)
  await keyring.create(origin, password)
  return 'done'
}
