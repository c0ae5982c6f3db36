import type { Call } from '@/lib/db'
import type { DecodedCall } from '@/lib/decode/reading'
import { t } from '../text/messages'
import layout from '../ui/layout.module.css'
import type { Place } from './place'
import { useCallDescription } from './useCallDescription'
import { Words } from './Words'

/** A call that Volley cannot read, in the words of its contract's publisher; nothing if there are none. */
export const CallWords = ({
  call,
  reading,
  place,
}: {
  call: Call
  reading: DecodedCall | null
  place: Place
}) => {
  const said = useCallDescription(call, reading, place)
  if (!said) return null
  return (
    <div>
      <dt className={layout.muted}>{t('words_title')}</dt>
      <dd>
        <Words said={said} place={place} />
      </dd>
    </div>
  )
}
