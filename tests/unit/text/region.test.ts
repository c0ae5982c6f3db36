import { afterEach, describe, expect, test, vi } from 'vitest'

/** Loads the page's texts for a browser with these languages and a user who chose the language `chosen`. */
const pageOf = async (chosen: string, ...languages: string[]) => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => chosen })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))
  vi.stubGlobal('navigator', { languages })
  await (await import('@/components/text/messages')).loadMessages()
  const { units } = await import('@/components/text/amount')
  const { readAmount } = await import('@/components/send/readAmount')
  return { units, readAmount, ...(await import('@/components/text/typed')) }
}

// Other tests load the page's modules anew, in English.
afterEach(() => {
  vi.resetModules()
})

const american = () => pageOf('en', 'en-US', 'en')
const spanish = () => pageOf('es', 'en', 'es-ES')

describe('an amount is written as in the region of the user', () => {
  test.each([
    ['en', ['en-US'], '1,500.25'],
    ['es', ['es-ES', 'en'], '1.500,25'],
    ['es', ['fr', 'es-MX', 'es'], '1,500.25'],
    ['es', ['eo-ES', 'en-US'], '1.500,25'],
    ['zh_CN', ['zh-TW'], '1,500.25'],
  ])('%s, %j', async (chosen, languages, text) => {
    const { units } = await pageOf(chosen, ...languages)
    expect(units(1_500_250_000n, 6)).toBe(text)
  })
})

test('it is exact however long it is', async () => {
  const { units } = await american()
  expect(units(2n ** 256n - 1n, 0).replaceAll(',', '')).toBe(String(2n ** 256n - 1n))
  expect(units(1n, 77)).toBe(`0.${'0'.repeat(76)}1`)
})

test.each([
  ['1.5', '1.5', '1.5'],
  ['1,5', undefined, '1.5'],
  ['1.500', '1.500', undefined],
  ['12.345', '12.345', undefined],
  ['0.500', '0.500', '0.500'],
  ['1.5000', '1.5000', '1.5000'],
  ['1,500', undefined, '1.500'],
  ['1.500,25', undefined, undefined],
  ['1,500.25', undefined, undefined],
  [',5', undefined, '.5'],
  ['.', undefined, undefined],
  ['', undefined, undefined],
])('%j typed is %j in the United States and %j in Spain', async (typed, ...read) => {
  expect([(await american()).readTyped(typed), (await spanish()).readTyped(typed)]).toEqual(read)
})

test('what the wallet types for the user reads as what it is', async () => {
  const { asTyped, readAmount } = await spanish()
  expect(asTyped('1234.5')).toBe('1234,5')
  expect(readAmount(asTyped('1.234'), 6, 10n ** 9n)).toEqual({ kind: 'amount', amount: 1_234_000n })
})
