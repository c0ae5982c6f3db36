import { beforeAll, expect, test, vi } from 'vitest'
import { defects, glanceDefects } from './defects'
import { runMatrix } from './predictMatrix'
import type { Trial } from './predictTrial'
import { trustsLogs } from './trustsLogs'

// The page's line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

const boasting = 'BoastingToken sent | in order'
const phantom = 'PhantomToken sent | in order'

/** A few very different batches, as `scenario | way`. */
const few = [
  'ether and two tokens | atomic with upgrade',
  'one unit to a friend, and the rest taken by a market | in order',
  'DivertingToken sent | atomic with upgrade',
  'one transfer with a fee | one call',
  'a recipient that sends half back | in order',
  'funded by the call before | atomic with upgrade',
  'FeeToken approved and sold | atomic, delegated before',
  'DisguisedToken approved and sold | in order',
  phantom,
  boasting,
  'BurningBalance sent | atomic with upgrade',
  'rebased up between two transfers | atomic, delegated before',
  'approved more than swapped | in order',
  'through Permit2 | atomic, delegated before',
  'several of a collection minted, given away and burnt | atomic with upgrade',
  'items given away at once, one kind twice | atomic, delegated before',
  'after a batch that is in no block | atomic with upgrade',
  'fails at call 2 of 4 | in order',
  'takes no ether | in order',
  'ether wrapped and unwrapped in part | in order',
  'sends more than there is at call 1 of 3 | atomic with upgrade',
  'paid by block and time | in order',
  'one call paid by the gas there is | one call',
  'paid by the price of gas | atomic with upgrade',
  'one call paid by the account’s code after an atomic batch | one call',
  'one call paid by the price of gas | one call',
  'fails where gas is paid for | in order',
  'fails only where gas costs nothing | in order',
  'paid by what gas cost before | atomic with upgrade',
  'one of a collection, and all of it | atomic with upgrade',
  'a lower allowance that is then used | in order',
  'swapped by an older allowance | in order',
  'swapped by an older allowance without end | atomic with upgrade',
  'through Permit2, allowed before | in order',
  'an older allowance taken back, another raised | atomic with upgrade',
  'a shop that knows a simulation by its clock: a token for a friend | atomic with upgrade',
  'a shop that knows a simulation by every second block: coin for a token | in order',
  'a shop that knows a simulation by every second block: a token for a friend | in order',
  'a shop that knows a simulation by its room, and names 20 addresses | atomic with upgrade',
  'a shop that knows a simulation by its room: an allowance used up | in order',
  'a shop that knows a simulation by the normal tip: coin for a token | atomic, delegated before',
  'a shop that knows a simulation by the normal tip: an allowance by signature | in order',
  'a shop that knows a simulation by nothing, in a flood: one of a collection minted | in order',
  'a token that lies to one known asker of what it gives for one of a collection | in order',
  'a token that lies to every contract of what it gives | atomic with upgrade',
  'a token that lies to every contract of what it takes | in order',
  'a token that lies to every contract of who gets it | atomic with upgrade',
  'a token that lies to every contract of what it leaves allowed | in order',
]

const wrongs = (trials: readonly Trial[]) =>
  trials.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`))

let trials: Trial[]

beforeAll(async () => {
  trials = await runMatrix((name) => few.includes(name))
})

test('what is predicted of a batch is what it does', () => {
  expect(wrongs(trials)).toEqual([])
  expect(trials.map(({ name }) => name).sort()).toEqual([...few].sort())
})

// Blocks two seconds apart: a clock that the node counts by itself is then another than the chain's.
test('a simulation keeps the chain’s clock on a node that counts by seconds, as reth', async () => {
  const meant = 'a shop that knows a simulation by its clock'
  const trials = await runMatrix((name) => name.startsWith(meant), undefined, undefined, {
    tick: 1n,
    interval: 2,
  })
  expect(wrongs(trials)).toEqual([])
  expect(trials.length).toBeGreaterThan(3)
})

/** Returns how many of the trials find a defect. */
const findersOf = (judged: (trial: Trial) => readonly string[] | undefined): number =>
  trials.filter((trial) => (judged(trial)?.length ?? 0) > 0).length

test.each(Object.entries(defects))('the same trials see where %s', (_, defect) => {
  const finders = findersOf(({ quote, judge }) => quote && judge?.(defect(quote)))
  expect(finders).toBeGreaterThan(1)
})

test.each(Object.entries(glanceDefects))('the same trials look at the screen: %s', (_, see) => {
  const finders = findersOf(({ quote, judge }) => quote && judge?.(quote, see))
  expect(finders).toBeGreaterThan(9)
})

// Both batches are predicted right without the defect: the list above has them.
test('the same trials catch a wallet that believes what logs say', async () => {
  const trials = await runMatrix(
    (name) => [phantom, boasting].includes(name),
    undefined,
    trustsLogs,
  )
  expect(wrongs(trials)).toEqual([
    // The look before its signature finds it out, too.
    expect.stringMatching(/^PhantomToken.*the wallet says 100$/),
    expect.stringMatching(/^PhantomToken.*predicted -12400, was nothing$/),
    expect.stringMatching(/^BoastingToken.*predicted -12400, was -123$/),
    expect.stringMatching(/^BoastingToken.*no line says “You send −0\.000000000000000123 ODD”$/),
  ])
})
