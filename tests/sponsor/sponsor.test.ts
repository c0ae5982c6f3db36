import { expect, test } from 'vitest'
import { runSponsors } from './sponsorMatrix.ts'

/** One of each kind; `npm run sponsor` has all. */
const some = [
  'in one bundle with a stranger’s',
  'whose tokens are gone before the bundle',
  'whose bundler is gone for ever once it has it',
  'cancelled by a transaction of the account',
  'refuses',
  'estimates less gas than the calls take',
  'names another paymaster after the approval',
  'says that it sent it, and did not',
]

test('sponsored batches end with the status of their event, by whatever service', async () => {
  const lines: string[] = []
  const found = await runSponsors((line) => lines.push(line), {
    isMeant: (name) => some.includes(name),
    everyKill: 17,
  })
  expect(lines.filter((line) => line.includes('✗'))).toEqual([])
  expect(found).toMatchObject({
    flows: 4,
    services: 4,
    wrong: 0,
    lost: 0,
    doubled: 0,
    wrongStatus: 0,
    paid: 0n,
  })
  expect(found.kills).toBeGreaterThan(2)
})
