import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

test.each([1, 2, 3])('part %i takes three seconds', async (part) => {
  await wait(3000)
  expect(part).toBeGreaterThan(0)
})
