import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longestFirst.ts'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  define: {
    __BASE_URL__: JSON.stringify('https://mainnet.base.org'),
    __TESTNET_BASE_URL__: JSON.stringify('https://sepolia.base.org'),
    __BUILD__: JSON.stringify('0123456789ab'),
    __VERSION__: JSON.stringify('1.2.3'),
    __LOCAL_URL__: JSON.stringify('http://127.0.0.1:8545'),
  },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'matrices',
          include: ['tests/{crash,faults,fuzz,lock,predict,replay,sponsor,words}/**/*.test.ts'],
        },
      },
    ],
    // Importing costs more than the tests: files share a worker's modules, and each empties the database.
    isolate: false,
    // By itself it leaves one core free, which is half of many machines.
    maxWorkers: availableParallelism(),
    // Machines are slow at times, and browsers come first; no test is about how slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['tests/unit/setup.ts'],
    sequence: { sequencer: LongestFirst },
  },
})
