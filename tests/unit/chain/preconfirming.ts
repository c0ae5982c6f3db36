import { afterAll, afterEach, beforeAll } from 'vitest'
import {
  type PreconfirmingChain,
  type PreconfirmingOptions,
  startPreconfirmingChain,
} from '../../chain/preconfirm.ts'
import { readerOf } from '../../chain/preconfirmReader.ts'

/** The chain of a test file, and its reader. */
export let chain: PreconfirmingChain
export let node: ReturnType<typeof readerOf>

/** Starts the chain of a test file; stops the previous one. */
export const start = async (options?: PreconfirmingOptions) => {
  chain = await startPreconfirmingChain(options)
  node = readerOf(chain.url)
}

/** Runs a chain during the tests of a file, and seals it after each test. */
export const useChain = (options?: PreconfirmingOptions) => {
  beforeAll(() => start(options))
  afterEach(() => chain.seal())
  afterAll(() => chain.stop())
}
