import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { guardOf, guardOn } from '@/components/calls/guard'
import { changeLines, isTakenBack, splitGains } from '@/components/calls/changeRows'
import type { Change, Lock, Outcome } from '@/lib/db/outcome'
import { readCall } from '@/lib/decode/read'
import { hashOutcome } from '@/lib/simulate/acceptedOutcome'
import { alice } from '../accounts'
import { allowance, change, dai, outcome, token, usdc } from '../simulate/outcomes'

const paid = change(token(usdc), -1000)
const got = change(token(dai), 7)
const coin = change({ standard: 'native' }, 1)

const shown = (changes: Change[], over: Partial<Outcome> = {}) => {
  const all = outcome({ changes, ...over })
  return { outcome: all, hash: hashOutcome(all) }
}

/** Returns the lines of the last outcome after all were shown in turn, a minute apart. */
const linesAfter = (
  first: ReturnType<typeof shown>,
  ...rest: ReturnType<typeof shown>[]
): ReturnType<typeof changeLines> =>
  changeLines(
    (rest.at(-1) ?? first).outcome.changes,
    rest.reduce((guard, one, n) => guardOn(guard, one, n * 60_000), guardOf(first)),
  )

const gone = (lines: ReturnType<typeof changeLines>) =>
  lines.filter(({ isGone }) => isGone).map(({ line }) => line)

test('what was armed and is gone has a marked line of its own', () => {
  const lines = linesAfter(shown([paid, got, coin]), shown([paid, got]))
  expect(lines.map(({ line }) => line)).toEqual([paid, coin, got])
  expect(lines.map(({ isMarked }) => isMarked)).toEqual([false, true, false])
  expect(gone(lines)).toEqual([coin])
  expect(gone(linesAfter(shown([paid, got]), shown([got])))).toEqual([paid])
  expect(gone(linesAfter(shown([paid, got]), shown([])))).toEqual([paid, got])
})

test('it stays while nothing else changes, and goes when the asset is back', () => {
  const [all, less] = [shown([paid, got]), shown([paid])]
  expect(gone(linesAfter(all, less, less, less))).toEqual([got])
  const back = linesAfter(all, less, all)
  expect(gone(back)).toEqual([])
  expect(back.find(({ line }) => line === got)).toMatchObject({ isMarked: true, was: undefined })
})

test('what turned round has one line, marked, and is not gone', () => {
  const turned = change(token(dai), -7)
  const lines = linesAfter(shown([paid, got]), shown([paid, turned]))
  expect(lines).toMatchObject([{ line: paid }, { line: turned, isMarked: true, was: got }])
  expect(gone(lines)).toEqual([])
})

test('nothing is called gone where not every change was looked at, or where it is new', () => {
  const partly = shown([paid], { unchecked: ['changes'] })
  expect(gone(linesAfter(shown([paid, got]), partly))).toEqual([])
  expect(gone(linesAfter(shown([paid]), shown([paid, got])))).toEqual([])
})

test('what the lock takes back is not called used up, and what a call gives is', () => {
  const line = allowance(0n, { before: '0x9' })
  const { token: asset, spender } = line
  const resets: Lock['resets'] = [{ standard: 'ERC20', token: asset, spender }]
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, 9n],
  })
  const call = { to: asset, value: '0x0', data: approve } as const
  const given = { call, reading: readCall({ from: alice, ...call }, 31337) }
  expect(isTakenBack(line, { resets }, [])).toBe(true)
  expect(isTakenBack(line, { resets }, [given])).toBe(false)
  expect(isTakenBack(line, {}, [])).toBe(false)
  expect(isTakenBack({ ...line, left: '0x1' }, { resets }, [])).toBe(false)
  expect(isTakenBack({ ...line, standard: 'Permit2' }, { resets }, [])).toBe(false)
  expect(isTakenBack({ ...line, spender: alice }, { resets }, [])).toBe(false)
  expect(isTakenBack({ ...line, token: dai }, { resets }, [])).toBe(false)
})

test('gains after the third wait for a click; what leaves and what changed never does', () => {
  const item = (id: number) =>
    change({ standard: 'ERC721', address: dai, tokenId: `0x${id.toString(16)}` }, 1)
  const gains = [1, 2, 3, 4, 5].map(item)
  const split = (...all: Parameters<typeof linesAfter>) => {
    const { first, later } = splitGains(linesAfter(...all))
    return [first, later].map((lines) => lines.map(({ line }) => line))
  }
  expect(split(shown([paid, ...gains]))).toEqual([[paid, ...gains.slice(0, 3)], gains.slice(3)])
  expect(split(shown([paid, ...gains.slice(0, 4)]))).toEqual([[paid, ...gains.slice(0, 4)], []])
  const losses = [1, 2, 3, 4, 5].map((id) => change(token(`0x${String(id).repeat(40)}`), -1))
  expect(split(shown(losses))).toEqual([losses, []])
  // A late sixth gain is marked, and seen.
  const late = item(6)
  const [first, later] = split(shown(gains), shown([...gains, late]))
  expect(first).toContainEqual(late)
  expect(later).toEqual(gains.slice(3))
})
