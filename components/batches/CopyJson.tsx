import { useState } from 'react'
import { statusCode } from '@/lib/batch/status'
import type { BatchView } from './batchViews'
import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { copyText } from '../ui/copyText'
import { Problem } from '../ui/Problem'

/** A batch as text: what was approved, its status and its transactions with their receipts. */
export const jsonOf = ({ batch, state }: BatchView): string => {
  const { key, origin, id, from, chainId, mode, calls, delegate, upgrade, gas, fees } = batch
  const { revokes } = batch
  const status = statusCode(batch, state)
  const { transactions } = state
  return JSON.stringify(
    {
      key,
      origin,
      id,
      from,
      chainId,
      mode,
      calls,
      delegate,
      upgrade,
      revokes,
      gas,
      fees,
      approvedAt: new Date(batch.createdAt).toISOString(),
      status,
      transactions,
    },
    null,
    2,
  )
}

/** Copies all of it. */
export const CopyJson = ({ view }: { view: BatchView }) => {
  const [isCopied, setCopied] = useState(false)
  const { run, error } = useAction(async () => {
    const problem = await copyText(jsonOf(view))
    setCopied(problem === undefined)
    return problem
  })
  return (
    <>
      <Button onClick={run}>{isCopied ? t('copied') : t('batch_copyJson')}</Button>
      <Problem text={error} />
    </>
  )
}
