import {
  changes,
  isFree,
  judgeShape,
  judgeValues,
  read,
  type Judged,
} from '../unit/decode/signatures/changes'
import { linesOf } from '../unit/decode/signatures/lines'
import { samples as made, type Sample } from '../unit/decode/signatures/samples'
import { drawFrom } from './fitting'
import { sourced, wrongDigests } from './sourced'

type Tally = Record<Judged['kind'], number>

const tallyOf = (judged: readonly Judged[]): Tally => {
  const count = (kind: Judged['kind']) => judged.filter((one) => one.kind === kind).length
  return { read: count('read'), unread: count('unread'), refused: count('refused') }
}

const pick = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Reads every sample that has a source, and compares lines, deed and doubts with the expected ones. */
export const wrongReadings = (): string[] =>
  sourced.flatMap((one) => {
    const reading = read(one.data, one)
    if (reading === 'refused') return [`${one.name}: refused`]
    const deed = reading.kind === 'read' ? reading.deed : 'unread'
    const said = [deed, ...linesOf(reading), ...reading.doubts].join('; ')
    return said === [one.deed, ...one.lines, ...one.doubts].join('; ')
      ? []
      : [`${one.name}: ${said}`]
  })

/** All samples; those without a source add types of which nobody publishes a message. */
const samples: readonly Sample[] = [...sourced, ...made]

/** Reads every sample, and `shapes` and `values` mutations of them: none may be said to give less than it does. */
export const runSignatures = async (shapes: number, values: number, seed: number) => {
  const draw = drawFrom(seed)
  const kinds = Object.keys(changes)
  const ofShape = Array.from({ length: shapes }, () =>
    judgeShape(pick(samples, draw(samples.length)), pick(kinds, draw(kinds.length)), draw(41)),
  )
  const free = samples.filter(isFree)
  const ofValues = Array.from({ length: values }, () => {
    const number = BigInt(draw(2 ** 31)) << BigInt(draw(97))
    const address = `0x${draw(2 ** 31)
      .toString(16)
      .padStart(40, '0')}`
    return judgeValues(pick(free, draw(free.length)), number, address)
  })
  const faults = [...ofShape, ...ofValues].flatMap(({ fault }) => fault ?? [])
  return {
    samples: sourced.length,
    wrong: [...wrongReadings(), ...(await wrongDigests()), ...faults],
    shapes: tallyOf(ofShape),
    values: tallyOf(ofValues),
  }
}
