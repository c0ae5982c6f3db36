import { readSignature } from '@/lib/decode/signatures'
import { readTypedData } from '@/lib/sign/typedData'
import { alice } from '../unit/accounts'
import {
  changes,
  isFree,
  judgeShape,
  judgeValues,
  type Judged,
} from '../unit/decode/signatures/changes'
import { linesOf } from '../unit/decode/signatures/lines'
import { now, samples } from '../unit/decode/signatures/samples'
import { drawFrom } from './fitting'

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

/** Reads every sample, and `shapes` and `values` mutations of them: none may be said to give less than it does. */
export const runSignatures = (shapes: number, values: number, seed: number) => {
  const draw = drawFrom(seed)
  const wrong = samples.flatMap(({ name, data, chainId, lines }) => {
    const reading = readSignature(readTypedData(data, true), { signer: alice, chainId, now })
    const said = linesOf(reading).join('; ')
    return said === lines.join('; ') ? [] : [`${name}: ${said}`]
  })
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
    samples: samples.length,
    wrong: [...wrong, ...faults],
    shapes: tallyOf(ofShape),
    values: tallyOf(ofValues),
  }
}
