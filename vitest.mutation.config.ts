import { globSync, readFileSync } from 'node:fs'
import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Tests that start a node take longer than all others together, and what only computes is tested without. */
const onNodes = globSync('tests/unit/**/*.test.ts').filter((file) =>
  /tests\/chain\/|\/chain\/(anvil|index|preconfirm)'/.test(readFileSync(file, 'utf8')),
)

const isolate = { ...base.test, projects: undefined }

/** Unit tests alone, for `npm run mutation`: of the matrices each run takes a minute. */
export default mergeConfig(
  { ...base, test: isolate },
  {
    test: {
      include: [
        'tests/unit/{batch,decode,keyring,lock,sign}/**/*.test.ts',
        'tests/unit/site/{eth_sign,personal_}*.test.ts',
      ],
      exclude: onNodes,
    },
  },
)
