import { beforeEach, expect, test } from 'vitest'
import { activeOf, readActive } from '@/components/hooks/useActive'
import { journal } from '@/lib/db'
import { verbs } from '@/lib/wallet'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { fakes } from '../wallet/fakeServices'

const active = async () => (await readActive()).active?.address

beforeEach(async () => {
  await emptyDatabase()
  await journal.accounts.bulkAdd([
    { address: alice, index: 0, name: 'One' },
    { address: bob, index: 1, name: 'Two' },
    { address: stranger, index: 2, name: 'Watched', source: 'watch' },
  ])
})

test('the active account is the one that was chosen, the first one until then', async () => {
  const { all } = fakes()
  expect(await active()).toBe(alice)
  await verbs.choose({ activeAccount: bob }, all)
  expect(await active()).toBe(bob)
  expect((await readActive()).accounts).toHaveLength(3)
})

test('one that was chosen and hidden is active no more', async () => {
  const { all } = fakes()
  await verbs.choose({ activeAccount: bob }, all)
  await verbs.hideAccount({ address: bob, isHidden: true }, all)
  expect(await active()).toBe(alice)
  await verbs.hideAccount({ address: alice, isHidden: true }, all)
  expect(await active()).toBe(stranger)
})

test('where the chosen one is not among those offered, the first of them that is shown stands in', () => {
  const offered = [
    { address: alice, index: 0, name: 'One', isHidden: true as const },
    { address: bob, index: 1, name: 'Two' },
  ]
  expect(activeOf(offered, stranger)?.address).toBe(bob)
  expect(activeOf(offered, alice)?.address).toBe(bob)
  expect(activeOf([], bob)).toBeUndefined()
})
