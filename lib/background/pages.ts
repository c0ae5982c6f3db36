import { approvalAdded, inWindow, pending, seat } from '../approvals/approvals'
import { isBesidePanel } from '../browser/panels'
import { adoptApprovals, showApprovals } from '../browser/window'
import { toQuoteAhead } from '../quotes/toQuoteAhead'
import type { PageAnswers } from '../wallet/answers'
import { openWalletDoor } from '../wallet/port'

/** Opens the approval window, unless panels show all that waits. */
export const showAll = () =>
  showApprovals(true, async () => {
    await seat(isBesidePanel)
    return (await inWindow()).length > 0 || (await pending()).length === 0
  })

/**
 * Opens the door for the wallet's own pages. Their questions wait until the background has `started`: a request whose page
 * went with the former worker must be marked before it can be approved.
 */
export const openPages = ({
  vault: { hasVault, isUnlocked },
  isDiskRefusing,
  answers,
  started,
}: {
  vault: { hasVault: () => Promise<boolean>; isUnlocked: () => Promise<boolean> }
  isDiskRefusing: () => boolean
  answers: () => Promise<PageAnswers>
  /** Resolves to how many requests' pages have to be waited for, once the stored networks are known. */
  started: Promise<number>
}) => {
  // The node answers while the window opens, which takes as long.
  const quoteAheadOfPage = async () => {
    await started
    const row = await toQuoteAhead(isUnlocked)
    if (row) (await answers()).quoteAhead(row)
  }
  approvalAdded.on(() => void quoteAheadOfPage().catch(() => undefined))
  const sessionState = async () => {
    const isOpen = await isUnlocked()
    // A page paints nothing before it knows this, and what is unlocked is there.
    const isThere = isOpen || (await hasVault())
    return { hasVault: isThere, isUnlocked: isOpen, isDiskRefusing: isDiskRefusing() }
  }
  return openWalletDoor(answers, { adoptApprovals }, sessionState, started)
}
