import { encodeFunctionResult, pad, parseAbi, type Address } from 'viem'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecordedName } from '@/components/calls/RecordedName'
import { Receivers } from '@/components/calls/Receivers'
import type { ReceiverRow } from '@/components/calls/receiverRows'
import { looksLikeKnown } from '@/components/calls/useRecordedName'
import { useListed } from '@/components/tokens/useListed'
import { journal } from '@/lib/db'
import type { Resolved } from '@/lib/names/resolve'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { place } from './callSamples'
import { openDom } from './dom'

/** The name in the stranger's own record, the address that it has, and the verbs that were called. */
const records = vi.hoisted(() => ({ says: '', found: {} as object, asked: [] as string[] }))

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
const abi = parseAbi(['function name(bytes32 node) view returns (string)'])
vi.mock('@/components/store/session', () => ({
  wallet: (verb: string) => {
    records.asked.push(verb)
    if (verb === 'resolveName') return Promise.resolve(records.found)
    const isFirst = records.asked.filter((one) => one === verb).length === 1
    const text = encodeFunctionResult({ abi, functionName: 'name', result: records.says })
    return Promise.resolve([isFirst ? pad('0x01') : text])
  },
}))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  await useListed.ahead()
  records.asked = []
  dom = await openDom()
})
afterEach(() => dom.close())

const step = () => dom.settle(() => new Promise((resolve) => setImmediate(resolve)))

/** Draws what is below the stranger's address once all of it is known. */
const below = async (says: string, found: Resolved = { address: stranger }) => {
  Object.assign(records, { says, found })
  await dom.show(RecordedName, { address: stranger, chainId: 8453 })
  while (!records.asked.includes('resolveName')) await step()
  for (let turn = 0; turn < 20; turn += 1) await step()
  return dom.text()
}

test('the name that an address has by both records stands there, with its network', async () => {
  await below('maria.base.eth')
  while (dom.text() === '') await step()
  expect(dom.text()).toBe('Name on Base: maria.base.eth')
})

test('one that is another’s does not', async () => {
  expect(await below('maria.base.eth', { address: bob })).toBe('')
})

test.each([
  ['a contact', 'mar1a.base.eth'],
  ['an account', 'sav1ngs.base.eth'],
  ['a listed token', 'usdc.base.eth'],
])('one that looks like %s does not', async (_, says) => {
  await journal.contacts.add({ address: bob, name: 'Maria' })
  await journal.accounts.put({ address: alice, index: 0, name: 'Savings' })
  expect(await below(says)).toBe('')
})

test('the whole address stays where it stands', async () => {
  Object.assign(records, { says: 'maria.base.eth', found: { address: stranger } })
  const row: ReceiverRow = {
    words: 'flow_receivedBy',
    address: stranger,
    part: undefined,
  }
  await dom.show(Receivers, {
    rows: [row],
    more: 0,
    place: { ...place, tokens: {} },
    isWhole: (address: Address) => address === stranger,
  })
  while (!dom.text().includes('maria.base.eth')) await step()
  expect(dom.text().replace(/\s/g, '')).toContain(stranger)
})

test.each([
  ['maria.eth', ['Maria'], true],
  ['rnaria.eth', ['Maria'], true],
  ['maria.base.eth', ['maria.eth'], true],
  ['pay.maria.eth', ['Maria'], true],
  ['mario.eth', ['Maria'], false],
  ['alice.base.eth', ['Base'], false],
])('%s beside %j', (name, known, isAlike) => {
  expect(looksLikeKnown(name, known)).toBe(isAlike)
})
