import { expect, test } from 'vitest'
import { methods } from '@/lib/site'
import { servedMethods } from '@/lib/site/served'

const names = Object.keys(methods) as (keyof typeof methods)[]

test('each method is served as itself, those of a page’s first requests without a load', async () => {
  const loaded: string[] = []
  const served = servedMethods((name) => {
    loaded.push(name)
    return Promise.resolve(methods[name])
  })
  expect(Object.keys(served)).toEqual(names)
  for (const name of names) {
    const found = served[name]
    expect(typeof found === 'function' ? await found() : found, name).toBe(methods[name])
  }
  for (const first of ['eth_chainId', 'eth_accounts', 'eth_requestAccounts', 'net_version'])
    expect(loaded).not.toContain(first)
  expect(loaded).toContain('wallet_sendCalls')
})
