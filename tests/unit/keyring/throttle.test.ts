import { beforeEach, expect, test } from 'vitest'
import { createKeyring } from '@/lib/keyring/keyring'
import { keepSetting } from '@/lib/db/settings'
import { verbs } from '@/lib/wallet'
import { development } from '../../chain/development'
import { emptyDatabase } from '../database'
import { alice } from '../accounts'

const { phrase, password } = development
const locked = {
  get: () => Promise.resolve(undefined),
  isOpen: () => Promise.resolve(false),
  set: () => Promise.resolve(),
}
const keyring = createKeyring(locked)

beforeEach(async () => {
  await emptyDatabase()
  await keyring.create({ phrase, count: 1 }, password)
  await keepSetting('wrongPasswords', { count: 20, at: Date.now() })
})

// The right password has to wait, too: otherwise the answer would tell a guesser that it is right.
test.each([
  ['unlocking', () => keyring.unlock(password)],
  ['revealing', () => keyring.reveal(password, alice)],
  ['changing the password', () => keyring.changePassword(password, 'another long password')],
  ['erasing', () => verbs.erase({ password }, { keyring } as never)],
])('%s waits after wrong passwords', async (_, attempt) => {
  expect(await attempt()).toBe('too soon')
  expect(await keyring.hasVault()).toBe(true)
})
