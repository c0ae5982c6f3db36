import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createLaterWallet } from '@/lib/background/laterWallet'
import type { WalletParts } from '@/lib/background/wallet'
import { methods } from '@/lib/site'
import { storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'

/** Fakes: the code that is loaded later, which may be missing, and the browser's alarm. */
const seen = vi.hoisted(() => ({
  loads: 0,
  failures: 0,
  wakes: 0,
  awake: [] as { now: boolean; later: boolean }[],
}))

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/background/wallet', () => ({
  openWallet: () => {
    seen.loads++
    if (seen.failures-- > 0) throw new Error('background/wallet.js is not there')
    return {
      answers: 'answers',
      methods,
      revertText: () => 'said',
      isDiskRefusing: () => true,
      watch: {
        wake: () => Promise.resolve(void seen.wakes++),
        refresh: (chainId: number) => Promise.resolve(chainId === 1),
      },
    }
  },
}))
vi.mock('@/lib/browser/keepAlive', () => ({
  stayAwake: (need: { now: boolean; later: boolean }) => seen.awake.push(need),
}))

const open = () => createLaterWallet({} as WalletParts)

beforeEach(async () => {
  await emptyDatabase()
  Object.assign(seen, { loads: 0, failures: 0, wakes: 0 })
  seen.awake.length = 0
})

test('a start without batches loads nothing, and clears the alarm', async () => {
  const wallet = open()
  await wallet.wake()
  expect(seen).toMatchObject({ loads: 0, wakes: 0, awake: [{ now: false, later: false }] })
  expect(wallet.isDiskRefusing()).toBe(false)
})

test('a start with a batch loads and wakes it', async () => {
  await storeBatch({ mode: 'one' })
  await open().wake()
  expect(seen).toMatchObject({ loads: 1, wakes: 1, awake: [] })
})

test('where the code is missing, the alarm wakes the batch again', async () => {
  await storeBatch({ mode: 'one' })
  seen.failures = 1
  const wallet = open()
  await wallet.wake()
  expect(seen).toMatchObject({ wakes: 0, awake: [{ now: false, later: true }] })
  await wallet.wake()
  expect(seen).toMatchObject({ loads: 2, wakes: 1 })
})

test('all that need it at once load it once; what failed is loaded again', async () => {
  seen.failures = 1
  const wallet = open()
  await expect(wallet.answers()).rejects.toThrow('is not there')
  expect(await wallet.revertText('0x')).toBe('said')
  const both = [wallet.loadMethod('web3_sha3'), wallet.refresh(1, 'a batch'), wallet.answers()]
  expect(await Promise.all(both)).toEqual([methods.web3_sha3, true, 'answers'])
  expect(seen.loads).toBe(2)
  expect(wallet.isDiskRefusing()).toBe(true)
  // Once it is there, it says itself what has to stay awake.
  await wallet.wake()
  expect(seen).toMatchObject({ wakes: 1, awake: [] })
})

test('words of a contract that cannot be read are missing, no more', async () => {
  seen.failures = 1
  expect(await open().revertText('0x')).toBeUndefined()
})
