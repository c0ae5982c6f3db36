import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from '../e2e/support/stage.ts'
import { endSession, runTrials } from './runTrials.ts'
import { startSession } from './session.ts'

const counts = { stop: 5, kill: 5 }

test('no batch is lost or doubled by a background that is stopped or a browser that is killed @long', async ({
  chains,
  dapp,
  extension,
}) => {
  const seed = randomInt(1e9)
  const report: string[] = [`npm run crash:browser -- --seed ${seed} --stops 5 --kills 5`]
  const bench = { chains, dapp, extension, session: await startSession(extension, dapp) }
  try {
    const figures = await runTrials(bench, seed, counts, (line) => report.push(line))
    expect(figures, report.join('\n')).toEqual({ trials: 10, lost: 0, doubled: 0, wrong: 0 })
  } finally {
    await endSession(bench)
  }
})
