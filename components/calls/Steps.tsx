import type { CallStep } from '@/lib/decode/reading'
import { plural } from '../text/messages'
import { Text } from '../text/Text'
import type { Place } from './place'
import { Sentence } from './Sentence'
import layout from '../ui/layout.module.css'

/** As many as anyone reads; what they say in all stands above them. */
const most = 50

/** The calls within a call, each with its own below it. */
export const Steps = ({ steps, place }: { steps: readonly CallStep[]; place: Place }) => (
  <ol className={`${layout.stack} ${layout.tight} ${layout.nested}`}>
    {steps.slice(0, most).map(({ to, value, mayFail, reading }, index) => (
      // Steps have no identity but their place, which never changes.
      <li key={index}>
        {mayFail ? (
          <Text
            id="call_mayFail"
            values={[<Sentence call={{ to, value, data: '0x' }} reading={reading} place={place} />]}
          />
        ) : (
          <Sentence call={{ to, value, data: '0x' }} reading={reading} place={place} />
        )}
        {reading.kind === 'multicall' && <Steps steps={reading.steps} place={place} />}
      </li>
    ))}
    {steps.length > most && <li>{plural('call_more', steps.length - most)}</li>}
  </ol>
)
