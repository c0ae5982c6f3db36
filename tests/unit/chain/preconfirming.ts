import { afterAll, afterEach, beforeAll } from 'vitest'
import {
  type PreconfirmingChain,
  type PreconfirmingOptions,
  startPreconfirmingChain,
} from '../../chain/preconfirm.ts'
import { readerOf } from '../../chain/preconfirmReader.ts'

/** The chain of a file of tests, and what reads it. */
export let chain: PreconfirmingChain
export let node: ReturnType<typeof readerOf>

/** Starts it, or starts it anew. */
export const start = async (options?: PreconfirmingOptions) => {
  chain = await startPreconfirmingChain(options)
  node = readerOf(chain.url)
}

/** Has it run during the tests of a file, and sealed after each. */
export const useChain = (options?: PreconfirmingOptions) => {
  beforeAll(() => start(options))
  afterEach(() => chain.seal())
  afterAll(() => chain.stop())
}
