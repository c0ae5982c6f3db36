import { decodeErrorResult, parseAbi, type Hex } from 'viem'
import type { Allowance, Change } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { allowanceKey, assetKey } from './assetKeys.ts'
import type { Reading } from './measuredState.ts'
import type { Ran } from './ran.ts'
import { reasonWords } from './reasonWords.ts'
import type { Way } from './ways.ts'

/** The least amount that counts as an unlimited allowance, by standard. */
const endless: Partial<Record<Allowance['standard'], bigint>> = {
  Permit2: 2n ** 160n - 1n,
  ERC20: 2n ** 255n,
}

/**
 * Returns by how much each asset changed, in raw units; undefined where a token does not tell. `gas`, in wei,
 * is added to the change of ether.
 */
export const measuredChanges = (before: Reading, after: Reading, gas: bigint) => {
  const changes = new Map<string, bigint | undefined>()
  for (const [key, now] of after.amounts) {
    const then = before.amounts.get(key)
    const isKnown = then !== undefined && now !== undefined
    const change = isKnown ? now - then + (key === 'ether' ? gas : 0n) : undefined
    if (change !== 0n) changes.set(key, change)
  }
  return changes
}

const predictedChanges = (changes: readonly Change[]) => {
  const wrong: string[] = []
  const amounts = new Map<string, bigint>()
  for (const { asset, direction, amount } of changes) {
    const key = assetKey(asset)
    if (amounts.has(key)) wrong.push(`${key} is predicted twice`)
    if (BigInt(amount) === 0n) wrong.push(`${key} is predicted to change by nothing`)
    amounts.set(key, direction === 'in' ? BigInt(amount) : -BigInt(amount))
  }
  return { amounts, wrong }
}

const show = (amount: bigint | undefined) => (amount === undefined ? 'nothing' : String(amount))

/** True if two amounts are the same, or within a thousandth of each other if they drift. */
const isNear = (
  one: bigint | undefined,
  other: bigint | undefined,
  isDrifting: boolean,
): boolean => {
  if (one === other || one === undefined || other === undefined) return one === other
  const [gap, whole] = [one - other, other].map((amount) => (amount < 0n ? -amount : amount))
  return isDrifting && gap !== undefined && whole !== undefined && gap * 1000n < whole
}

/** Lists differences between predicted and measured changes of amounts. */
export const compareChanges = (
  changes: readonly Change[],
  measured: ReadonlyMap<string, bigint | undefined>,
  isDrifting = false,
): string[] => {
  const { amounts, wrong } = predictedChanges(changes)
  const hidden = [...measured].filter(([, amount]) => amount === undefined).map(([key]) => key)
  for (const key of new Set([...amounts.keys(), ...measured.keys()])) {
    if (hidden.includes(key)) {
      if (amounts.has(key))
        wrong.push(`${key}: predicted ${show(amounts.get(key))}, nobody can tell`)
    } else if (!isNear(amounts.get(key), measured.get(key), isDrifting))
      wrong.push(`${key}: predicted ${show(amounts.get(key))}, was ${show(measured.get(key))}`)
  }
  return wrong
}

const isSame = (said: Hex | 'all', standard: Allowance['standard'], amount: bigint): boolean =>
  said === 'all' ? amount >= (endless[standard] ?? 1n) : BigInt(said) === amount

/**
 * Lists differences between predicted and measured allowances. The quote must name each key in `due`, and what is left
 * of those in `pulls`, by which others took something.
 */
export const compareAllowances = (
  allowances: readonly Allowance[],
  before: Reading,
  after: Reading,
  due: readonly string[],
  pulls: ReadonlySet<string>,
): string[] => {
  const wrong: string[] = []
  const told = new Set<string>()
  for (const allowance of allowances) {
    const key = allowanceKey(allowance)
    if (told.has(key)) wrong.push(`allowance ${key} is predicted twice`)
    told.add(key)
    const then = before.allowances.get(key) ?? 0n
    const now = after.allowances.get(key) ?? 0n
    const { standard, left } = allowance
    if (!isSame(allowance.before, standard, then))
      wrong.push(`allowance ${key}: predicted ${allowance.before} before, was ${then}`)
    if (!isSame(left, standard, now))
      wrong.push(`allowance ${key}: predicted ${left} left, was ${now}`)
  }
  for (const [key, now] of after.allowances)
    if (now > (before.allowances.get(key) ?? 0n) && !told.has(key))
      wrong.push(`allowance ${key}: nothing predicted, was ${now}`)
  for (const key of pulls) {
    const now = after.allowances.get(key) ?? 0n
    if (now > 0n && !told.has(key)) wrong.push(`allowance ${key} is used and not told, ${now} left`)
  }
  for (const key of due) if (!told.has(key)) wrong.push(`allowance ${key} is not told`)
  return wrong
}

/** Returns the start of the text in `Error(string)`, which the quote must name; undefined for other data. */
const wordsOf = (data: Hex): string | undefined => {
  if (data === '0x') return undefined
  try {
    const { args } = decodeErrorResult({ abi: parseAbi(['error Error(string)']), data })
    return args[0].slice(0, 100)
  } catch {
    return undefined
  }
}

/** Lists differences between the predicted verdict, failing call and reason, and the real ones. */
export const compareEnd = (
  { verdict, calls, failing }: Pick<Quote, 'verdict' | 'calls' | 'failing'>,
  { failed, data }: Ran,
): string[] => {
  const end = failed === null ? 'succeeds' : 'fails'
  if (verdict !== end)
    return [`predicted: ${verdict}, was: ${end}${failed === null ? '' : ` at call ${failed}`}`]
  if (failed === null)
    return calls.flatMap(({ status }, index) =>
      status === 'succeeds' ? [] : [`call ${index}: predicted ${status}, was: succeeds`],
    )
  const wrong: string[] = []
  const first = calls.findIndex(({ status }) => status !== 'succeeds')
  if (first !== failed) wrong.push(`predicted to fail at call ${first}, was ${failed}`)
  if (failing?.index !== failed) wrong.push(`named call ${failing?.index}, was ${failed}`)
  const words = wordsOf(data)
  const said = failing ? reasonWords(failing.reason) : ''
  if (said === '' || (words && !said.includes(words)))
    wrong.push(`reason “${said.slice(0, 200)}”, was “${words ?? data.slice(0, 74)}”`)
  return wrong
}

/**
 * Lists transactions that used more gas than their call was predicted to use, if each call is one. A call whose
 * gas depends on the block may use more: it has up to half as much again.
 */
export const compareGas = (
  { calls }: Pick<Quote, 'calls'>,
  { failed }: Ran,
  used: readonly bigint[],
  { mode }: Pick<Way, 'mode'>,
): string[] => {
  if (mode === 'atomic' || failed !== null) return []
  return used.flatMap((gas, index) => {
    const call = calls[index]
    const told = call && 'gas' in call ? BigInt(call.gas) : undefined
    return told !== undefined && gas * 2n > told * 3n
      ? [`call ${index}: predicted to use ${told} gas, used ${gas}`]
      : []
  })
}
