import { expect, test } from 'vitest'
import { reapprovalOf } from '@/lib/batch/reapproval'
import { fold } from '@/lib/batch/state'
import type { SponsorTerms } from '@/lib/db'
import { alice, dapp, stranger } from '../accounts'
import { did, makeBatch } from './batches'
import { sponsorTerms } from './sponsoredBatches'

const asked = { type: 'asked', why: 'age' } as const
const call = { to: stranger, value: '0x1', data: '0x' }

test('a question is about the calls that are not signed, in the mode that was approved', () => {
  const second = { to: stranger, value: '0x2', data: '0x' } as const
  const batch = makeBatch({ calls: [{ to: stranger, value: '0x1', data: '0x' }, second] })
  const signed = [did.signed('0'), did.signed('dearer'), asked]
  expect(reapprovalOf(batch, fold(signed), 7)).toEqual({
    id: `again:${batch.key}`,
    origin: dapp,
    documentId: '',
    method: 'wallet_sendCalls',
    wire: '',
    params: [{ from: alice, chainId: 31337, calls: [second], atomicRequired: false }],
    state: 'pending',
    createdAt: 7,
    again: { key: batch.key, why: 'age', mode: 'sequence' },
  })
})

test('no question, no row', () => {
  expect(reapprovalOf(makeBatch(), fold([]), 7)).toBeUndefined()
})

const requestOf = (...terms: Parameters<typeof makeBatch>) =>
  reapprovalOf(makeBatch(...terms), fold([asked]), 7)?.params

test('an atomic batch stays atomic, and all of it is asked about', () => {
  expect(requestOf({ mode: 'atomic' })).toEqual([
    { from: alice, chainId: 31337, calls: [call, call], atomicRequired: true },
  ])
})

test('a single call keeps its gas limit, and a revocation what it revokes', () => {
  expect(requestOf({ mode: 'one', revokes: stranger })).toEqual([
    {
      from: alice,
      chainId: 31337,
      calls: [call],
      atomicRequired: false,
      suggestedGas: '0x5208',
      revokes: stranger,
    },
  ])
})

test.each<[string, Pick<SponsorTerms, 'context'>]>([
  ['with a context', { context: '{"policy":"a"}' }],
  ['without one', {}],
])('whoever was to pay is asked once more, %s, and need not', (_, context) => {
  const sponsor = { ...sponsorTerms, ...context }
  const [asked] = requestOf({ mode: 'atomic', sponsor }) as [{ paymaster: unknown }]
  expect(asked.paymaster).toStrictEqual({ url: sponsorTerms.url, ...context, optional: true })
})

test('what is worse now stands beside the question', () => {
  const changed = [{ kind: 'verdict' }] as never
  const state = fold([{ type: 'asked', why: 'worse', changed }])
  expect(reapprovalOf(makeBatch(), state, 7)?.again).toMatchObject({ why: 'worse', changed })
})
