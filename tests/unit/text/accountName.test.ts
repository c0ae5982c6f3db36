import { expect, test, vi } from 'vitest'
import { named } from '@/components/text/accountName'
import type { Account } from '@/lib/db'
import spanish from '@/public/_locales/es/messages.json' with { type: 'json' }
import { alice } from '../accounts'

const account = (name: string): Account => ({ address: alice, index: 0, name })

test('a first name that is stored in English is shown in the user’s language', async () => {
  expect(named(account('Account 12'))).toEqual(account('Account 12'))
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => 'es' })
  const texts = Object.values(spanish).map(({ message }) => message)
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(url.includes('_locales') ? spanish : texts)),
  )
  const { loadMessages } = await import('@/components/text/messages')
  await loadMessages()
  const inSpanish = await import('@/components/text/accountName')
  expect(inSpanish.named(account('Account 12'))).toEqual(account('Cuenta 12'))
  expect(inSpanish.named(account('Mi Account 1'))).toEqual(account('Mi Account 1'))
  // Other files share this worker's modules.
  vi.resetModules()
})

test.each(['Account', 'Account one', 'My Account 1', 'Account 1 ', 'Savings'])(
  'a name of the user’s own stays: %s',
  (name) => {
    expect(named(account(name)).name).toBe(name)
  },
)
