import { expect, test, vi } from 'vitest'
import { units } from '@/components/text/amount'
import { number, plural } from '@/components/text/messages'
import { perLocale } from '@/components/text/perLocale'

test('what is made for a locale is made once', () => {
  const make = vi.fn((locale: string) => ({ locale }))
  const of = perLocale(make)
  expect(of('de')).toBe(of('de'))
  expect(of('fr')).toEqual({ locale: 'fr' })
  expect(make).toHaveBeenCalledTimes(2)
})

test('amounts, numbers and counted sentences make no formatter twice', () => {
  const say = () => [units(1234n, 2), number(5), plural('calls', 2)]
  const first = say()
  const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'PluralRules')]
  expect(say()).toEqual(first)
  for (const one of made) expect(one).not.toHaveBeenCalled()
})
