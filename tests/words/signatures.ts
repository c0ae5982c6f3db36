import {
  asWitness,
  changes,
  isFree,
  judgeShape,
  judgeValues,
  read,
  type Judged,
} from '../unit/decode/signatures/changes'
import { alice } from '../unit/accounts'
import { linesOf } from '../unit/decode/signatures/lines'
import { samples as made, usdc, weth, type Sample } from '../unit/decode/signatures/samples'
import type { Data } from '../unit/decode/signatures/typedOf'
import { drawFrom } from './fitting'
import { effectsOf, stageOf, verdictOf, type Stage } from './oracle/judge'
import { openNode } from './oracle/oracleChain'
import { rowOf, rows, type Row } from './oracle/rows'
import { takeTransfer } from './oracle/submit'
import { varied } from './oracle/vary'
import { wrongVectors } from './oracle/vectors'
import { sourced, unsourced, wrongDigests } from './sourced'

type Tally = Record<Judged['kind'], number>

/** Counts of the run for the samples of one kind. */
export type RowTally = {
  row: Row
  /** Samples that have a source. */
  samples: number
  shapes: Tally
  values: Tally
  /** Signatures that the chain was handed, and what its contracts did with them. */
  oracle: { accepted: number; refused: number }
}

const nothing = (): Tally => ({ read: 0, unread: 0, refused: 0 })

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

/** Runs the checks of some samples beside each other, since each waits for the node. */
const eachOf = async <Item>(items: readonly Item[], check: (item: Item) => Promise<void>) => {
  const queue = [...items]
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await check(item)
  }
  await Promise.all(Array.from({ length: 6 }, work))
}

const rowOfSample = (one: Sample): Row => rowOf(one.data, one.deed !== 'unread')

type Draw = (below: number) => number

/** Draws samples, every other one of a row that is drawn first, so that each row gets its share. */
const drawing = (all: readonly Sample[], draw: Draw): (() => Sample) => {
  const byRow = [...Map.groupBy(all, rowOfSample).values()]
  return () => {
    const some = draw(2) === 0 ? all : pick(byRow, draw(byRow.length))
    return pick(some, draw(some.length))
  }
}

const rest = rowOf({ types: {}, primaryType: '', domain: {}, message: {} }, false)

/** Names that a change keeps have its values; the others have those that were there before. */
const handedFor = (before: Data, changed: Data): Data => {
  const names = (before.types[before.primaryType] ?? []).map(({ name }) => name)
  const kept = names.filter((name) => Object.hasOwn(changed.message, name))
  const values = Object.fromEntries(kept.map((name) => [name, changed.message[name]]))
  return { ...before, message: { ...before.message, ...values } }
}

/**
 * Reads every sample, and `shapes` and `values` mutations of them. Whatever a contract on the chain takes is
 * compared with the lines: none may be said to give less than it does.
 */
export const runSignatures = async (url: string, shapes: number, values: number, seed: number) => {
  const draw = drawFrom(seed)
  const node = await openNode(url)
  const tallies = new Map<Row, RowTally>(
    [...rows, rest].map((row) => [
      row,
      {
        row,
        samples: 0,
        shapes: nothing(),
        values: nothing(),
        oracle: { accepted: 0, refused: 0 },
      },
    ]),
  )
  const tallyOf = (row: Row): RowTally => {
    const found = tallies.get(row)
    if (!found) throw new Error(`no row is called ${row.name}`)
    return found
  }
  const wrong = [...wrongReadings(), ...(await wrongDigests()), ...(await wrongVectors(node))]
  const stages = new Map<Sample, Stage>()
  for (const one of samples) {
    const stage = stageOf(one, node)
    if (stage) stages.set(one, stage)
  }
  for (const one of sourced) tallyOf(rowOfSample(one)).samples++

  const run = async (stage: Stage, changed: Data, handed: Data, where: string, late?: bigint) => {
    const reading = read(changed, stage.twin)
    // Data that are answered -32602 are never signed.
    if (reading === 'refused') return 'refused'
    const verdict = verdictOf(
      stage,
      reading,
      await effectsOf(stage, node, changed, handed, late),
      where,
    )
    tallyOf(stage.row).oracle[verdict.kind]++
    if (verdict.fault) wrong.push(verdict.fault)
    return verdict.kind
  }

  // Each sample as it is: the chain takes it, and no longer once it has ended.
  await eachOf([...stages.values()], async (stage) => {
    const { twin, reading } = stage
    const kind = await run(stage, twin.data, twin.data, twin.name)
    if (kind === 'refused' && !isRefused(twin)) wrong.push(`${twin.name}: the chain refuses it`)
    if (reading.until === null || reading.deed === 'cancel') return
    const late = reading.until - BigInt(Math.floor(Date.now() / 1000)) + 86_400n
    if ((await run(stage, twin.data, twin.data, `${twin.name}, too late`, late)) === 'accepted')
      wrong.push(`${twin.name}: the chain takes it after its end`)
  })

  const kinds = Object.keys(changes)
  const drawShape = drawing(samples, draw)
  const ofShape = Array.from({ length: shapes }, () => ({
    one: drawShape(),
    change: pick(kinds, draw(kinds.length)),
    at: draw(41),
  }))
  await eachOf(ofShape, async ({ one, change, at }) => {
    const judged = judgeShape(one, change, at)
    tallyOf(rowOfSample(one)).shapes[judged.kind]++
    if (judged.fault) wrong.push(judged.fault)
    const stage = stages.get(one)
    const where = `${one.name}, ${change} at ${at}`
    if (change === asWitness) {
      const changed = changes[asWitness]?.(one.data, at) ?? one.data
      if (changed === one.data) return
      const data = { ...changed, domain: { ...changed.domain, chainId: 1 } }
      const staged = witnessStage(one, data)
      if (staged) await run(staged, data, data, where)
    } else if (stage) {
      const changed = changes[change]?.(stage.twin.data, at) ?? stage.twin.data
      await run(stage, changed, handedFor(stage.twin.data, changed), where)
    }
  })

  const drawFree = drawing(
    samples.filter((one) => stages.has(one) || isFree(one)),
    draw,
  )
  const ofValues = Array.from({ length: values }, () => {
    const one = drawFree()
    const stage = stages.get(one)
    const number = BigInt(draw(2 ** 31)) << BigInt(draw(97))
    const address = `0x${draw(2 ** 31)
      .toString(16)
      .padStart(40, '0')}`
    return { one, stage, number, address, changed: stage ? varied(stage, draw) : undefined }
  })
  await eachOf(ofValues, async ({ one, stage, number, address, changed }) => {
    const tally = tallyOf(rowOfSample(one)).values
    if (!stage || !changed) {
      const judged = judgeValues(one, number, address)
      tally[judged.kind]++
      if (judged.fault) wrong.push(judged.fault)
      return
    }
    const reading = read(changed, stage.twin)
    const kind = reading === 'refused' ? 'refused' : reading.kind
    tally[kind]++
    const where = `${one.name}, with ${JSON.stringify(changed.message)}`
    // A witness binds its own reactor only: for another spender it is an allowance.
    const isSame =
      reading !== 'refused' &&
      reading.kind === 'read' &&
      (reading.deed === stage.twin.deed || (reading.witness !== null && reading.deed === 'allow'))
    if (!isSame) wrong.push(`${where}: not read in full`)
    await run(stage, changed, changed, where)
  })
  return { samples: sourced.length, wrong, unsourced: unsourced(), rows: [...tallies.values()] }
}

/**
 * Samples that give nothing, that their own protocol refuses, whose chain has other assets than ours, or whose asset
 * bears the address of their signer.
 */
const isRefused = ({ name }: Sample): boolean =>
  [
    // Coin is never taken by a signature: the buyer of this one sent it.
    'Blur, the purchase of that item',
    '0x, an item for one wei',
    '0x, an item for one wei and a fee',
    'Morpho’s permit of DAI, taken back',
    'OpenSea, an item for nothing but fees',
    'Polymarket on Amoy, a bid',
  ].includes(name)

/** Sets a transfer with a made-up witness up, on the chain where Permit2 stands. */
const witnessStage = (one: Sample, data: Data): Stage | undefined => {
  const twin: Sample = { ...one, signer: alice, chainId: 1, data }
  const reading = read(data, twin)
  if (reading === 'refused' || reading.kind !== 'read') return undefined
  return {
    row: rowOf(data, true),
    twin,
    reading,
    tokens: [usdc, weth],
    items: [],
    submit: (attack) => [takeTransfer(attack)],
  }
}
