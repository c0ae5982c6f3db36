import { statusCode } from '@/lib/batch/status'
import { actionSummary, type ActionSummary as Said } from '../calls/actionSummary'
import { useAccounts, useContacts, useKnownTokens } from '../hooks/queries'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import { useIdentified } from '../tokens/useIdentified'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import type { BatchView } from './batchViews'
import { summaryOf } from './summary'

/** Says what a batch does or did, in at most so many sentences; how many calls it has where nothing is recognised. */
export const BatchActions = ({
  view: { batch, state },
  most,
}: {
  view: BatchView
  most: number
}) => {
  const tokens = useIdentified(batch.chainId, batch.from, useKnownTokens(batch.chainId))
  const accounts = useAccounts()
  const contacts = useContacts()
  if (batch.revokes || batch.nonce !== undefined) return <>{summaryOf(batch)}</>
  if (!tokens || !accounts || !contacts) return <Skeleton width={18} />
  const place = { from: batch.from, chainId: batch.chainId, tokens }
  const code = statusCode(batch, state)
  const said = actionSummary(batch, code, { place, accounts, contacts })
  if (said.actions.length === 0) return <>{summaryOf(batch)}</>
  return <Lines said={said} most={most} />
}

/** Sentences, each on a line; how many more there are, and that not all was checked. */
export const Lines = ({ said: { actions, isPartly }, most }: { said: Said; most: number }) => {
  const rest = actions.length - most
  return (
    <>
      {actions.slice(0, most).map(({ id, values }, index) => (
        <span key={index} className={layout.block}>
          <Text
            id={id}
            values={values.map((value, at) => (
              <bdi key={at}>{value}</bdi>
            ))}
          />
        </span>
      ))}
      {rest > 0 && <span className={layout.block}>{plural('deed_more', rest)}</span>}
      {isPartly && (
        <span className={`${layout.block} ${layout.warn} ${layout.small}`}>{t('deed_partly')}</span>
      )}
    </>
  )
}
