import { lazy, Suspense } from 'react'
import { TopScreen } from '../shell/TopScreen'

/** The frame of the screen is there before its rows. */
const Activity = lazy(async () => ({ default: (await import('./Activity')).Activity }))

/** All that was sent, and what arrived. */
export const ActivityScreen = () => (
  <TopScreen name="activity">
    <Suspense>
      <Activity />
    </Suspense>
  </TopScreen>
)
