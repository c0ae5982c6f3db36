import { TopScreen } from '../shell/TopScreen'
import { loadedLater } from '../hooks/loadedLater'

/** The frame of the screen is there before its rows. */
const Activity = loadedLater(async () => (await import('./Activity')).Activity)

/** All that was sent, and what arrived. */
export const ActivityScreen = () => (
  <TopScreen name="activity">
    <Activity />
  </TopScreen>
)
