import { expect, test } from 'vitest'
import { runTrials } from '../../device/hardwareTrials'

test('every flow of a Ledger comes to its end, and every fault is named and mended', async () => {
  const { flows, faults, wrong } = await runTrials()
  expect(wrong).toEqual([])
  expect(flows).toBeGreaterThanOrEqual(12)
  expect(faults).toBeGreaterThanOrEqual(10)
})
