import { Fragment, useState } from 'react'
import type { Description } from '@/lib/decode/descriptors/description'
import { plural } from '../text/messages'
import { Text } from '../text/Text'
import { dayText } from '../text/time'
import { Button } from '../ui/Button'
import type { Place } from './place'
import { useWordTokens } from './useWordTokens'
import { Word } from './Word'
import layout from '../ui/layout.module.css'

/** As many rows as are shown unasked. */
const step = 100

/** Shows a publisher's description (ERC-7730): its lines, the values that it leaves out, its name and its date. */
export const Words = ({
  said: { intent, publisher, date, rows, left },
  place,
}: {
  said: Description
  place: Place
}) => {
  const [shown, setShown] = useState(step)
  const tokens = useWordTokens(rows, place)
  const rest = rows.length - shown
  return (
    <div className={`${layout.stack} ${layout.nested}`}>
      <p>
        <Text id="words_intent" values={[<bdi>{intent}</bdi>]} />
      </p>
      <dl className={layout.pairs}>
        {rows.slice(0, shown).map(({ label, word }, index) => (
          // Two rows may bear one label: those of a list do.
          <Fragment key={index}>
            <dt className={layout.muted}>{label}</dt>
            <dd>
              <Word word={word} place={{ ...place, tokens }} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {rest > 0 && (
        <Button isSmall onClick={() => setShown(shown + step)}>
          {plural('showMoreValues', rest)}
        </Button>
      )}
      {left.length > 0 && (
        <p>
          <Text id="words_left" values={[<bdi>{left.join(', ')}</bdi>]} />
        </p>
      )}
      <p className={layout.muted}>
        <Text id="words_from" values={[<bdi>{publisher}</bdi>, dayText(date)]} />
      </p>
    </div>
  )
}
