import { expect, test } from 'vitest'
import { runQrTrials, runTrials } from '../../device/hardwareTrials'

test.each([
  ['a Ledger', runTrials],
  ['a QR device', runQrTrials],
])('every flow of %s comes to its end, and every fault is named and mended', async (_, run) => {
  const { flows, faults, wrong } = await run()
  expect(wrong).toEqual([])
  expect(flows).toBeGreaterThanOrEqual(12)
  expect(faults).toBeGreaterThanOrEqual(10)
})
