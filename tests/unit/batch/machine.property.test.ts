import * as fc from 'fast-check'
import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import {
  isEnded,
  isSettled,
  lostTransactions,
  next,
  openTransactions,
  signedCount,
  winner,
} from '@/lib/batch/machine'
import { fold, type State, type Transaction } from '@/lib/batch/state'
import { statusCode } from '@/lib/batch/status'
import { did, hashOf } from './batches'

const { signed, included, sealed, stopped, final } = did

const inOrder = (calls: number) => ({ mode: 'sequence', calls: Array.from({ length: calls }) })

// Steps that wallet, user and chain can take with a batch, by how often they are drawn.
const weights = {
  sign: 8,
  include: 8,
  seal: 4,
  move: 3,
  revert: 1,
  fail: 1,
  send: 1,
  refuse: 1,
  stop: 0.3,
  cancel: 2,
  final: 1,
  speedUp: 2,
  overtake: 2,
  free: 1,
  replace: 1,
  ask: 1,
  confirm: 3,
  dispute: 1,
}
type Doing = keyof typeof weights
const step = fc.record({
  does: fc.oneof(
    ...Object.entries(weights).map(([does, weight]) => ({
      weight: weight * 10,
      arbitrary: fc.constant(does as Doing),
    })),
  ),
  which: fc.nat(5),
})
type Step = { does: Doing; which: number }

const onChain = (hash: Hash, does: Doing): Event => {
  const change = {
    transactionHash: hash,
    status: does === 'include' || does === 'seal' ? '0x1' : '0x0',
  }
  const event =
    does === 'include' || does === 'revert'
      ? included('', change as never)
      : sealed('', change as never)
  return { ...event, hash } as Event
}

const eventOf = (calls: number, state: State, { does, which }: Step): Event | undefined => {
  const effect = next(inOrder(calls), state)
  const { length } = state.transactions
  const last = state.transactions.at(-1)
  if (does === 'sign')
    return effect?.do === 'sign' ? signed(`transaction ${length}`, effect.index) : undefined
  if (does === 'stop') return stopped()
  if (does === 'final') return isEnded(inOrder(calls), state) ? final : undefined
  if (does === 'cancel')
    return last && state.stopped && !winner(state, last.index)
      ? signed(`transaction ${length}`, last.index, { kind: 'cancel' })
      : undefined
  const [open] = openTransactions(state)
  if (does === 'speedUp')
    return open && signed(`transaction ${length}`, open.index, { kind: open.kind })
  if (does === 'overtake')
    return open && { type: 'overtaken', index: open.index, hasHistory: which > 2 }
  if (does === 'free')
    return open && state.overtaken[open.index] ? { type: 'freed', index: open.index } : undefined
  if (does === 'replace')
    return open && { type: 'replaced', index: open.index, by: hashOf('another') }
  if (does === 'ask') return effect?.do === 'sign' ? { type: 'asked', why: 'age' } : undefined
  if (does === 'confirm') return state.asked && { type: 'confirmed' }
  const one = state.transactions[which % Math.max(1, length)]
  if (!one) return undefined
  const { hash, index } = one
  if (does === 'send') return { type: 'sent', hash }
  if (does === 'refuse') return { type: 'refused', hash, reason: 'node' }
  // A final block has another transaction at that nonce.
  if (state.replaced[index]) return undefined
  if (does === 'dispute') return one.receipt && { type: 'disputed', hash }
  if (does === 'move') return one.receipt && { type: 'moved', hash }
  // Only one transaction can use a nonce.
  return (winner(state, index) ?? one).hash === hash ? onChain(hash, does) : undefined
}

const history = fc.tuple(
  fc.integer({ min: 1, max: 4 }),
  fc.array(step, { maxLength: 60, size: 'max' }),
)

/** Returns every state of a batch of `calls` calls that these steps lead through. */
const states = (calls: number, steps: Step[]): State[] => {
  const events: Event[] = [{ type: 'approved' }]
  return steps.flatMap((one) => {
    const event = eventOf(calls, fold(events), one)
    if (!event) return []
    events.push(event)
    return [fold(events)]
  })
}

const isCall = ({ kind, receipt }: Transaction) => kind === 'call' && receipt !== undefined

describe('whatever happens', () => {
  test('a call is signed only where all before it are included, succeeded, and nobody stopped it', () => {
    fc.assert(
      fc.property(history, ([calls, steps]) => {
        for (const state of states(calls, steps)) {
          const effect = next(inOrder(calls), state)
          if (effect?.do !== 'sign') continue
          expect(effect.index).toBe(signedCount(state))
          expect(effect.index).toBeLessThan(calls)
          expect(state.stopped).toBeUndefined()
          for (let index = 0; index < effect.index; index++)
            expect(winner(state, index)).toMatchObject({ kind: 'call', receipt: { status: '0x1' } })
        }
      }),
      { numRuns: 300 },
    )
  })

  test('what is sent was signed, is not in a block, and is the newest for its call', () => {
    fc.assert(
      fc.property(history, ([calls, steps]) => {
        for (const state of states(calls, steps)) {
          const effect = next(inOrder(calls), state)
          if (effect?.do !== 'send') continue
          const { transaction } = effect
          expect(state.transactions).toContain(transaction)
          expect(winner(state, transaction.index)).toBeUndefined()
          const ofCall = state.transactions.filter(({ index }) => index === transaction.index)
          expect(ofCall.at(-1)).toBe(transaction)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('nothing is signed after a stop, a question or a lost nonce, nor while one is out', () => {
    fc.assert(
      fc.property(history, ([calls, steps]) => {
        for (const state of states(calls, steps)) {
          if (next(inOrder(calls), state)?.do !== 'sign') continue
          expect(state.asked).toBeUndefined()
          expect(state.stopped).toBeUndefined()
          expect(state.replaced).toEqual({})
          expect(openTransactions(state)).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('it is 400 only where nothing that was signed can run any more', () => {
    fc.assert(
      fc.property(history, ([calls, steps]) => {
        for (const state of states(calls, steps)) {
          const status = statusCode(inOrder(calls) as never, state)
          if (status === 100) continue
          for (const { index } of state.transactions) expect(isSettled(state, index)).toBe(true)
          const took = state.transactions.filter(
            ({ kind, receipt }) => kind === 'call' && receipt?.status === '0x1',
          )
          if (status === 400) expect(state.transactions.filter(isCall)).toEqual([])
          if (status === 500) expect(took).toEqual([])
          if (status === 200) expect(took).toHaveLength(calls)
          if (status === 200) expect(state.replaced).toEqual({})
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the user is asked only where something is left to sign, and a question never outlives that', () => {
    fc.assert(
      fc.property(history, ([calls, steps]) => {
        for (const state of states(calls, steps)) {
          const effect = next(inOrder(calls), state)
          if (effect?.do === 'ask') expect(isEnded(inOrder(calls), state)).toBe(false)
          if (state.stopped) expect(state.asked).toBeUndefined()
        }
      }),
      { numRuns: 200 },
    )
  })

  test('what goes out again is one for each call that is in no block, never what was cancelled', () => {
    fc.assert(
      fc.property(history, ([calls, steps]) => {
        for (const state of states(calls, steps)) {
          const lost = lostTransactions(state)
          expect(lost.map(({ index }) => index)).toEqual(
            openTransactions(state).map(({ index }) => index),
          )
          for (const { index, kind } of lost) {
            const isCancelled = state.transactions.some(
              (one) => one.index === index && one.kind === 'cancel',
            )
            expect(kind).toBe(isCancelled ? 'cancel' : 'call')
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  test('final is for good', () => {
    fc.assert(
      fc.property(history, ([calls, steps]) => {
        for (const state of states(calls, steps))
          if (state.final) expect(next(inOrder(calls), state)).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })
})
