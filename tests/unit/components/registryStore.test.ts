import { describe, expect, test } from 'vitest'
import { createRegistryStore } from '@/components/calls/registryStore'
import { withSeen } from '@/components/approvals/approvable'

const held = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const store = createRegistryStore(() => promise)
  const told: (string | undefined)[] = []
  store.subscribe(() => told.push(store.seen()))
  return { store, told, resolve, reject }
}

const approval = { decision: {}, seen: 'the calls' }

describe('the words of publishers, which come late', () => {
  test('hold Approve back from when they are asked for until they are there', async () => {
    const { store, told, resolve } = held()
    expect(withSeen(approval, store.seen(), 'words')).toMatchObject({ seen: 'the calls ' })
    const loading = store.load()
    expect(withSeen(approval, store.seen(), 'words')).toBe('words')
    resolve('words')
    await loading
    expect(withSeen(approval, store.seen(), 'words')).toMatchObject({ seen: 'the calls described' })
    expect(store.now()).toBe('words')
    expect(told).toEqual([undefined, 'described'])
  })

  test('hold nothing back once they cannot be loaded, and are asked for again', async () => {
    const { store, told, reject } = held()
    const loading = store.load()
    expect(store.load()).toBe(loading)
    reject(new Error('no such file'))
    await loading
    expect(store.seen()).toBe('')
    void store.load()
    expect(told).toEqual([undefined, '', undefined])
  })
})
