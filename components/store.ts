import { create } from 'zustand'
import type { Mode } from '@/lib/db'
import { connectWallet } from '@/lib/wallet/client'
import type { SessionState } from '@/lib/wallet/contract'

/** What the user has set on the approval on the screen and not decided yet. */
type Draft = { mode: Mode | undefined; open: Readonly<Record<number, boolean>> }

type Store = {
  /** Undefined until the background has answered. */
  session: SessionState | undefined
  /** The approval on the screen. */
  shown: string | undefined
  /** The approval that was decided here, so that its end is no surprise. */
  decided: string | undefined
  /** When the user last cleared the activity, while that can be taken back. */
  cleared: number | undefined
  draft: Draft
}

const emptyDraft: Draft = { mode: undefined, open: {} }

/** What the open page holds and may lose; all else is read from the journal. */
export const useStore = create<Store>(() => ({
  session: undefined,
  shown: undefined,
  decided: undefined,
  cleared: undefined,
  draft: emptyDraft,
}))

/** Asks the background. */
export const wallet = connectWallet((session) => useStore.setState({ session }))

/** Puts an approval on the screen, with a draft of its own. */
export const show = (id: string | undefined): void =>
  useStore.setState({ shown: id, draft: emptyDraft })

/** Notes who decided an approval: this page, or undefined for anyone else. */
export const setDecided = (id: string | undefined): void => useStore.setState({ decided: id })

/** Notes what can be taken back, or that nothing can be any more. */
export const setCleared = (cleared: number | undefined): void => useStore.setState({ cleared })

/** Opens or closes the details of a call. */
export const setCallOpen = (index: number, isOpen: boolean): void =>
  useStore.setState(({ draft }) => ({
    draft: { ...draft, open: { ...draft.open, [index]: isOpen } },
  }))

/** Chooses how a batch runs; undefined for the best way it can. */
export const setMode = (mode: Mode | undefined): void =>
  useStore.setState(({ draft }) => ({ draft: { ...draft, mode } }))
