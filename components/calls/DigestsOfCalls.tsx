import { useState } from 'react'
import type { Call } from '@/lib/db'
import { calldataDigest } from '@/lib/sign/digests'
import { Digest } from '../signing/Digest'
import { plural, t } from '../text/messages'
import { Button } from '../ui/Button'
import { SingleAddress } from '../ui/SingleAddress'
import layout from '../ui/layout.module.css'

/** As many as are hashed at once. */
const step = 50

/** The Calldata Digest of each call (ERC-8213), some at a time. */
export const DigestsOfCalls = ({ calls }: { calls: readonly Call[] }) => {
  const [shown, setShown] = useState(step)
  const rest = calls.length - shown
  return (
    <>
      <ol className={`${layout.stack} ${layout.wide}`}>
        {calls.slice(0, shown).map((call, index) => (
          // Calls have no identity but their place, which never changes.
          <li key={index}>
            <OfCall call={call} number={index + 1} />
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <Button isSmall onClick={() => setShown(shown + step)}>
          {plural('showMoreValues', rest)}
        </Button>
      )}
    </>
  )
}

/** The digest covers the data alone, so the address stands beside it. */
const OfCall = ({ call: { to, data }, number }: { call: Call; number: number }) => (
  <>
    <p className={layout.muted}>
      {t('digest_ofCall', number)} {to && <SingleAddress value={to} />}
    </p>
    {data === '0x' ? (
      <p>{t('digest_noData')}</p>
    ) : (
      <dl>
        <Digest name={t('digest_calldata')} value={calldataDigest(data)} />
      </dl>
    )}
  </>
)
