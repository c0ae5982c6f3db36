import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as permissions from '@/lib/sites/permissions'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'

beforeEach(async () => {
  await emptyDatabase()
  await connectSite(dapp, [bob, alice], 84532)
})

test('a site has what it was granted, the active account first; another has nothing', async () => {
  expect(await permissions.site(dapp)).toEqual({ accounts: [bob, alice], chainId: 84532 })
  for (const origin of [other, `${dapp}:444`, dapp.replace('https', 'http'), 'constructor', ''])
    expect(await permissions.site(origin)).toEqual({ accounts: [], chainId: 31337 })
})

describe('connecting', () => {
  test('writes nothing before the write that it gives back', async () => {
    const write = await permissions.connect(other, [alice], 8453)
    expect(await permissions.permission(other)).toBeUndefined()
    await write()
    expect(await permissions.permission(other)).toMatchObject({ accounts: [alice], chainId: 8453 })
  })

  test('takes the place of what the site had', async () => {
    await connectSite(dapp, [alice], 8453)
    expect(await permissions.site(dapp)).toEqual({ accounts: [alice], chainId: 8453 })
    expect(await journal.permissions.count()).toBe(1)
  })

  test.each([
    ['an account of nobody’s', [stranger], 8453],
    ['one of nobody’s among the own', [alice, stranger], 8453],
    ['a network of nobody’s', [alice], 2],
  ] as const)('with %s is refused', async (_, accounts, chainId) => {
    await expect(permissions.connect(other, [...accounts], chainId)).rejects.toThrow(
      'does not have',
    )
    expect(await permissions.permission(other)).toBeUndefined()
  })
})

test('a site that is disconnected has nothing, and its pages are told', async () => {
  const told = vi.fn()
  const stop = permissions.permissionsChanged.on(told)
  await permissions.revoke(dapp)
  stop()
  expect(told).toHaveBeenCalledOnce()
  expect(await permissions.site(dapp)).toEqual({ accounts: [], chainId: 31337 })
})
