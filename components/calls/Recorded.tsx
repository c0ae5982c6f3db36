import type { Address } from 'viem'
import { loadedLater } from '../hooks/loadedLater'

const RecordedName = loadedLater(async () => (await import('./RecordedName')).RecordedName)

/** The name that an address has by its own record, loaded where the whole address stands. */
export const Recorded = (of: { address: Address; chainId: number }) => <RecordedName {...of} />
