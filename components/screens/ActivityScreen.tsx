import { Activity } from './Activity'
import { TopScreen } from './TopScreen'

/** All that was sent. */
export const ActivityScreen = () => (
  <TopScreen name="activity">
    <Activity />
  </TopScreen>
)
