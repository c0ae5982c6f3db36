import { expect, test } from 'vitest'
import { inspect, stamp } from '@/lib/keyring/blob'
import { firstVault } from '@/lib/keyring/change'
import { random } from '@/lib/keyring/vault'
import { development } from '../../chain/development'
import { alice } from '../accounts'

const { phrase, password } = development

test('a vault whose keys are not under addresses is not a sound one', async () => {
  const { vault } = await firstVault({ phrase, count: 1 }, password, random(32))
  const key = vault.keys[alice]
  if (!key) throw new Error('the vault has no key')
  expect(await inspect(await stamp(vault, 1))).toBeDefined()
  for (const name of [
    alice.slice(0, -1),
    `${alice}0`,
    alice.slice(2),
    `${alice}\n`,
    `0x${'g'.repeat(40)}`,
  ])
    expect(await inspect(await stamp({ ...vault, keys: { [name]: key } }, 1)), name).toBeUndefined()
})
