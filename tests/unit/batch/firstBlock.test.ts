import { expect, test } from 'vitest'
import { firstBlock } from '@/lib/batch/firstBlock'

test.each([
  [1, 0, 100],
  [50, 0, 100],
  [99, 0, 100],
  [100, 0, 100],
  [1, 0, 1],
  [31, 30, 1_000],
  [997, 30, 1_000],
])('the first block of %i after %i and up to %i', async (wanted, first, newest) => {
  const asked: number[] = []
  const holds = (block: number) => {
    asked.push(block)
    return Promise.resolve(block >= wanted)
  }
  expect(await firstBlock(holds, first, newest)).toBe(wanted)
  expect(asked.every((block) => block >= first && block < newest)).toBe(true)
  expect(asked.length).toBeLessThan(20)
})

test('what is near the newest block is found by few questions', async () => {
  let asked = 0
  const holds = (block: number) => Promise.resolve(++asked > 0 && block >= 9_999_999)
  expect(await firstBlock(holds, 0, 10_000_000)).toBe(9_999_999)
  expect(asked).toBeLessThan(4)
})

test('what cannot be told is told to whoever asked', async () => {
  await expect(firstBlock(() => Promise.reject(new Error('gone')), 0, 10)).rejects.toThrow('gone')
})
