import { beforeEach, expect, test } from 'vitest'
import { keepSetting, knownSetting, setting } from '@/lib/db/settings'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

test('a setting is known as it was last said, or as it is by default', async () => {
  expect(await knownSetting('isDeveloper')).toBe(false)
  expect(await knownSetting('activeAccount')).toBeUndefined()
  for (const value of [true, undefined, true]) {
    await keepSetting('isDeveloper', value)
    expect(await knownSetting('isDeveloper')).toBe(value ?? false)
    expect(await setting('isDeveloper')).toBe(value ?? false)
  }
})
