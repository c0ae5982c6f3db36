import { expect, test } from 'vitest'
import { show } from './columns'
import { runMatrix, type Cell } from './matrix'
import { believesEarly, givesUp, signsAgain } from './mutants'
import { runPlain } from './plain'

/** A few cells of the matrix that reach far apart. */
const cells = [
  'reply dropped | in order, second call | at send',
  '40 s of silence | atomic with upgrade | pre-confirmed',
  'dropped from the pool | in order, first call | pre-confirmed',
  're-org of depth 3 | atomic, upgraded before | until final',
  'chain reset under its id | in order, second call | sealed',
  'another wallet took the nonce | atomic, upgraded before | before signing',
  'another account, same batch id | atomic with upgrade | sent',
]

const wrongs = (found: readonly Cell[]) =>
  found.flatMap(({ fault, column, phase, wrong }) =>
    wrong.map((what) => `${fault} | ${column.name} | ${phase}: ${what}`),
  )

const only =
  (names: readonly string[]) =>
  (fault: { name: string }, column: { name: string }, phase: string) =>
    names.includes(`${fault.name} | ${column.name} | ${phase}`)

test('whatever goes wrong, a batch comes to what the contract says', async () => {
  const found = await runMatrix(only(cells))
  expect(wrongs(found)).toEqual([])
  expect(found).toHaveLength(cells.length)
}, 120_000)

test('what is pre-confirmed is seen within a refresh, and is not done', async () => {
  const walks = await runPlain((name) => /hash that changes.*null.*true/.test(name))
  expect(walks.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(walks).toHaveLength(3)
}, 120_000)

test.each([
  ['gives up what vanished', givesUp, cells[2]],
  ['believes what is pre-confirmed', believesEarly, cells[2]],
  [
    'signs again at the next nonce',
    signsAgain,
    'another wallet took the nonce | in order, first call | at send',
  ],
])(
  'the same trials catch a wallet that %s',
  async (_name, change, cell) => {
    const found = await runMatrix(only([cell ?? '']), undefined, change)
    expect(
      found.map(({ outcome, expected, wrong }) => [show(outcome), show(expected), wrong]),
    ).not.toEqual([])
    expect(wrongs(found)).not.toEqual([])
  },
  120_000,
)
