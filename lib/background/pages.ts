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

/** Opens the door for the wallet's own pages; what they ask waits until the networks are `loaded`. */
export const openPages = ({
  vault: { hasVault, isUnlocked },
  isDiskRefusing,
  answers,
  loaded,
}: {
  vault: { hasVault: () => Promise<boolean>; isUnlocked: () => Promise<boolean> }
  isDiskRefusing: () => boolean
  answers: () => Promise<PageAnswers>
  loaded: Promise<unknown>
}) => {
  // The node answers while the window opens, which takes as long.
  const quoteAheadOfPage = async () => {
    await loaded
    const id = await toQuoteAhead(isUnlocked)
    if (id !== undefined) (await answers()).quoteAhead(id)
  }
  approvalAdded.on(() => void quoteAheadOfPage().catch(() => undefined))
  const sessionState = async () => {
    const isOpen = await isUnlocked()
    // A page paints nothing before it knows this, and what is unlocked is there.
    const isThere = isOpen || (await hasVault())
    return { hasVault: isThere, isUnlocked: isOpen, isDiskRefusing: isDiskRefusing() }
  }
  return openWalletDoor(answers, { adoptApprovals }, sessionState, loaded)
}
