import { create } from 'zustand'
import type { Mode } from '@/lib/db'
import type { Edit } from '@/lib/decode/edit'
import { connectWallet } from '@/lib/wallet/client'
import type { SessionState } from '@/lib/wallet/services'
import type { FeeChoice } from './fees/choice'

/** What the user has set on the approval on the screen and not decided yet. */
type Draft = {
  mode: Mode | undefined
  fee: FeeChoice
  edits: readonly Edit[]
  open: Readonly<Record<number, boolean>>
}

/** A screen that the navigation leads to, by its address. */
export type Place = '' | 'activity' | 'sites' | 'settings'

type Store = {
  /** Undefined until the background has answered. */
  session: SessionState | undefined
  /** A new phrase is being shown, although there is a vault already. */
  isWelcoming: boolean
  /** The approval on the screen. */
  shown: string | undefined
  /** The approval that was decided here, so that its end is no surprise. */
  decided: string | undefined
  /** When the user last cleared the activity, while that can be taken back. */
  cleared: number | undefined
  /** Which network the user looks at; kept for the next time. The account is a setting. */
  here: { chainId?: number }
  /** The main screen that was shown last. */
  place: Place
  draft: Draft
}

const hereAt = 'here'

const emptyDraft: Draft = { mode: undefined, fee: 'normal', edits: [], open: {} }

/** What the open page holds and may lose; all else is read from the journal. */
export const useStore = create<Store>(() => ({
  session: undefined,
  isWelcoming: false,
  shown: undefined,
  decided: undefined,
  cleared: undefined,
  here: JSON.parse(localStorage.getItem(hereAt) ?? '{}') as Store['here'],
  place: '',
  draft: emptyDraft,
}))

/** Asks the background, and looks at what it tells of a request. */
export const { ask: wallet, look } = connectWallet((session) => useStore.setState({ session }))

/** Keeps the welcome on the screen, or ends it. */
export const setWelcoming = (isWelcoming: boolean): void => useStore.setState({ isWelcoming })

/** Puts an approval on the screen, with a draft of its own. */
export const show = (id: string | undefined): void =>
  useStore.setState({ shown: id, draft: emptyDraft })

/** Notes who decided an approval: this page, or undefined for anyone else. */
export const setDecided = (id: string | undefined): void => useStore.setState({ decided: id })

/** Notes what can be taken back, or that nothing can be any more. */
export const setCleared = (cleared: number | undefined): void => useStore.setState({ cleared })

/** Turns to another network. */
export const setHere = (here: Store['here']): void => {
  localStorage.setItem(hereAt, JSON.stringify(here))
  useStore.setState({ here })
}

/** Notes which main screen is shown. */
export const setPlace = (place: Place): void => useStore.setState({ place })

/** Opens or closes the details of a call. */
export const setCallOpen = (index: number, isOpen: boolean): void =>
  useStore.setState(({ draft }) => ({
    draft: { ...draft, open: { ...draft.open, [index]: isOpen } },
  }))

/** Chooses how a batch runs; undefined for the best way it can. */
export const setMode = (mode: Mode | undefined): void =>
  useStore.setState(({ draft }) => ({ draft: { ...draft, mode } }))

/** Chooses a speed, or fees of the user's own. */
export const setFee = (fee: FeeChoice): void =>
  useStore.setState(({ draft }) => ({ draft: { ...draft, fee } }))

/** Puts an amount in place of the one that a call allows, or the site's own back. */
export const setEdit = (index: number, amount: Edit['amount'] | undefined): void =>
  useStore.setState(({ draft }) => {
    const others = draft.edits.filter((edit) => edit.index !== index)
    return { draft: { ...draft, edits: amount ? [...others, { index, amount }] : others } }
  })
