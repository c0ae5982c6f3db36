import { serializeTransaction } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SignReplacement } from '@/components/devices/SignReplacement'
import { journal, type DeviceSigning } from '@/lib/db'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

// The page’s line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

/** Row by which a replacement at a nonce asks a device. */
const rowOf = (nonce: number, value: bigint): DeviceSigning => ({
  id: `key ${nonce}`,
  key: 'key',
  from: alice,
  chainId: 8453,
  nonce,
  kind: 'replacement',
  unsigned: serializeTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce,
    to: bob,
    value,
    gas: 21_000n,
    maxFeePerGas: 5n,
    maxPriorityFeePerGas: 1n,
  }),
  createdAt: 0,
})

const faster = rowOf(7, 3n)
const empty = rowOf(7, 0n)

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  await journal.accounts.add({
    address: alice,
    index: 0,
    name: 'A',
    source: 'ledger',
    devicePath: 'm/1',
  })
  dom = await openDom()
})
afterEach(() => dom.close())

const step = () => dom.settle(() => new Promise((resolve) => setImmediate(resolve)))
const until = async (isSo: () => boolean) => {
  while (!isSo()) await step()
}

/** Shows what has a device sign the rows that stand now. */
const asked = async () => {
  const heard: string[] = []
  await dom.show(SignReplacement, {
    batchKey: 'key',
    onSigned: () => heard.push('signed'),
    onLater: () => heard.push('later'),
  })
  await until(() => dom.text().includes('hash'))
  return heard
}

test('what a device signed for a replacement is told once', async () => {
  await journal.signings.add(faster)
  const heard = await asked()
  await journal.signings.put({ ...faster, signature: '0x1234' })
  await until(() => heard.length > 0)
  expect(heard).toEqual(['signed'])
})

test('a replacement that another one took the place of leaves, and is not done by the signature of the other', async () => {
  await journal.signings.add(faster)
  const heard = await asked()
  await journal.signings.put(empty)
  await until(() => heard.length > 0)
  await journal.signings.put({ ...empty, signature: '0x1234' })
  for (let turn = 0; turn < 20; turn++) await step()
  expect(heard).toEqual(['later'])
})

test('it leaves also where the other was signed at once', async () => {
  await journal.signings.add(faster)
  const heard = await asked()
  await journal.signings.put({ ...empty, signature: '0x1234' })
  await until(() => heard.length > 0)
  expect(heard).toEqual(['later'])
})

test('each of several transactions is asked for, and all are told as one', async () => {
  const second = rowOf(8, 0n)
  await journal.signings.bulkAdd([empty, second])
  const heard = await asked()
  await journal.signings.put({ ...empty, signature: '0x1234' })
  for (let turn = 0; turn < 20; turn++) await step()
  expect(heard).toEqual([])
  await journal.signings.put({ ...second, signature: '0x1234' })
  await until(() => heard.length > 0)
  expect(heard).toEqual(['signed'])
})
