import { expect, test } from 'vitest'
import { askedMethods } from './askedMethods'
import { runMatrix, type Cell } from './faultMatrix'
import { harmOf } from './harm'
import { believesEarly, givesUp, signsAgain } from './mutants'
import { needs } from './stumbleFaults'
import { runUnbroken } from './unbroken'

const dropped = 'dropped from the pool | in order, first call | pre-confirmed'
const taken = 'another wallet took the nonce | atomic, upgraded before | at send'

/** A few very different cells of the matrix. */
const cells = [
  'reply dropped | in order, second call | at send',
  '40 s of silence | atomic with upgrade | pre-confirmed',
  dropped,
  're-org of depth 1 | in order, second call | sent',
  're-org of depth 3 | atomic, upgraded before | until final',
  'chain reset under its id | in order, second call | sealed',
  taken,
  'revoked after it, same block | atomic with upgrade | sent',
  'eth_getTransactionCount fails once: header not found | atomic with upgrade | pre-confirmed',
  'eth_simulateV1 fails once: over rate limit | in order, first call | pre-confirmed',
  'debug_traceTransaction fails once: header not found | atomic with upgrade | sent',
  'a replica 1 block behind | in order, second call | sealed',
  'a replica 3 blocks behind | atomic with upgrade | before signing',
  'a lower transaction vanishes | atomic with upgrade | before signing',
  'fake receipt, known block | atomic, upgraded before | sent',
  'another account, same batch id | atomic with upgrade | sent',
  'tokens taken by an older allowance | atomic with upgrade | sealed',
  'tokens taken by an older allowance | atomic, upgraded before | sent',
  'the deadline of its lock passes | atomic with upgrade | sealed',
  'the deadline of its lock passes | atomic, upgraded before | sent',
  'cancelled past the deadline of its lock | atomic with upgrade | sent',
  'cancelled past the deadline of its lock | atomic, upgraded before | at send',
]

const nameOf = (fault: string, column: string, phase: string) => `${fault} | ${column} | ${phase}`

const run = (names: readonly string[], change?: Parameters<typeof runMatrix>[2]) =>
  runMatrix(
    (fault, column, phase) => names.includes(nameOf(fault.name, column.name, phase)),
    undefined,
    change,
  )

const wrongs = (found: readonly Cell[]) =>
  found.flatMap(({ fault, column, phase, wrong }) =>
    wrong.map((what) => `${nameOf(fault, column.name, phase)}: ${what}`),
  )

test('whatever goes wrong, a batch comes to what the contract says', async () => {
  const found = await run(cells)
  expect(wrongs(found)).toEqual([])
  expect(found).toHaveLength(cells.length)
})

test('every method that a batch needs has its turn to fail', async () => {
  expect(await askedMethods()).toEqual(Object.keys(needs).toSorted())
})

test('what is pre-confirmed is seen within a refresh, and is not done', async () => {
  const walks = await runUnbroken((name) => /hash that changes.*null.*true/.test(name))
  expect(walks.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(walks).toHaveLength(3)
})

// Both cells are right without the defect: the list above has them.
test.each([
  ['gives up what vanished', givesUp, dropped, '400', 'lost'],
  ['believes what is pre-confirmed', believesEarly, dropped, '200 before', 'wrong-status'],
  ['signs again at the next nonce', signsAgain, taken, '111', 'doubled'],
])(
  'the same trials catch a wallet that %s',
  async (_name, change, cell, sign, harm) => {
    const found = await run([cell], change)
    expect(wrongs(found).join('\n')).toContain(sign)
    expect(found.map(harmOf)).toEqual([harm])
  },
  300_000,
)
