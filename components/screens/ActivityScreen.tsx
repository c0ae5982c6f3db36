import { Activity } from './Activity'
import { TopScreen } from '../shell/TopScreen'

/** All that was sent. */
export const ActivityScreen = () => (
  <TopScreen name="activity">
    <Activity />
  </TopScreen>
)
