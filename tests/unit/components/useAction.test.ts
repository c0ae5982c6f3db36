import { describe, expect, test } from 'vitest'
import { problemOf } from '@/components/hooks/useAction'

const failing = (message: string) => () => Promise.reject(new Error(message))

describe('an action of the user', () => {
  test.each([null, undefined])('that gives %s went well', async (nothing) => {
    expect(await problemOf(() => Promise.resolve(nothing))).toBeUndefined()
  })

  test('gives its own sentence for what went wrong', async () => {
    expect(await problemOf(() => Promise.resolve('It is in a block.'))).toBe('It is in a block.')
  })

  test('that throws a code gives the sentence for it, and each code its own', async () => {
    const said = await Promise.all(
      ['4901', '-32005', '4100'].map((code) => problemOf(failing(code))),
    )
    expect(new Set(said).size).toBe(3)
    expect(said[0]).toContain('does not answer')
  })

  test('that throws anything else never shows its text', async () => {
    for (const act of [
      failing('https://node.example/KEY'),
      () => {
        throw new TypeError('KEY')
      },
    ]) {
      const said = await problemOf(act)
      expect(said).toBe(await problemOf(failing('')))
      expect(said).not.toContain('KEY')
    }
  })
})
