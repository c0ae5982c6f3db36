import { lazy, Suspense } from 'react'
import type { Address } from 'viem'

const RecordedName = lazy(async () => ({
  default: (await import('./RecordedName')).RecordedName,
}))

/** The name that an address has by its own record, loaded where the whole address stands. */
export const Recorded = (of: { address: Address; chainId: number }) => (
  <Suspense fallback={null}>
    <RecordedName {...of} />
  </Suspense>
)
