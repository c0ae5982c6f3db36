import { approvalAdded, inWindow, pending, seat } from '../approvals/approvals'
import { isBesidePanel } from '../browser/panels'
import { extensionCopy } from '../browser/storage'
import { adoptApprovals, showApprovals } from '../browser/window'
import { isThere, readVault } from '../keyring/copies'
import { toQuoteAhead } from '../quotes/toQuoteAhead'
import type { Answers } from '../wallet/answers'
import { openWalletDoor } from '../wallet/port'

/** Opens the approval window, unless panels show all that waits. */
export const showAll = () =>
  showApprovals(true, async () => {
    await seat(isBesidePanel)
    return (await inWindow()).length > 0 || (await pending()).length === 0
  })

/** True if there is a wallet, sound or damaged. */
export const hasVault = async (): Promise<boolean> => isThere(await readVault(extensionCopy))

/** Opens the door for the wallet's own pages; what they ask waits until the networks are `loaded`. */
export const openPages = ({
  isUnlocked,
  isDiskRefusing,
  answers,
  loaded,
}: {
  isUnlocked: () => Promise<boolean>
  isDiskRefusing: () => boolean
  answers: () => Promise<Answers>
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
    const isSetUp = isOpen || (await hasVault())
    return { hasVault: isSetUp, isUnlocked: isOpen, isDiskRefusing: isDiskRefusing() }
  }
  return openWalletDoor(answers, { adoptApprovals }, sessionState, loaded)
}
