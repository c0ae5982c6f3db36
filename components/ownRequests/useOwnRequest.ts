import { useEffect, useState } from 'react'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { useApprovals } from '../hooks/queries'
import { show } from '../store/approval'
import { sentenceOfCode } from '../text/errors'
import { t } from '../text/messages'

/**
 * Follows a request that the user makes in the wallet's own page: approved, its batch is shown; rejected, the page is as
 * before. One that an earlier page was left over is taken up: a blank form in its place would have it made twice.
 */
export const useOwnRequest = () => {
  const [asked, setAsked] = useState<string>()
  const [isFresh, setFresh] = useState(true)
  const [notice, setNotice] = useState<string>()
  const approvals = useApprovals(asked)
  const row = approvals?.named

  const follow = (id: string) => {
    show(id)
    setAsked(id)
  }

  useEffect(() => {
    if (!isFresh || !approvals) return
    setFresh(false)
    const left = approvals.pending.find((one) => one.isQuiet && one.origin === internalOrigin)
    if (left && asked === undefined) follow(left.id)
  }, [isFresh, approvals, asked])

  useEffect(() => {
    if (row?.state === 'approved') location.hash = row.id
    if (row?.state !== 'rejected') return
    setAsked(undefined)
    setNotice(row.error ? sentenceOfCode(row.error.code) : t('send_rejected'))
  }, [row])

  return {
    /** The request as this page shows it; none for an account in a device, which is asked for in the window. */
    here: row?.isQuiet ? row : undefined,
    isElsewhere: row !== undefined && !row.isQuiet,
    isWaiting: asked !== undefined,
    /** Why the last request ended without a batch. */
    notice,
    setAsked: follow,
  }
}
