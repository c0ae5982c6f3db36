import { create } from 'zustand'
import type { Mode } from '@/lib/db'
import type { Edit } from '@/lib/decode/edit'
import type { LockChoice } from '@/lib/lock/choice'
import type { FeeChoice } from '@/lib/network/feeOffer'

/** The user's settings on the approval on the screen, until it is decided. */
type Draft = {
  mode: Mode | undefined
  fee: FeeChoice
  /** How the batch is locked; undefined for the usual way. */
  lock: LockChoice | undefined
  edits: readonly Edit[]
  /** Set if the user pays, though the site named somebody else who would. */
  paysOneself: boolean
  /** Calls with a limit that was typed and not set. */
  unset: readonly number[]
  open: Readonly<Record<number, boolean>>
}

type ApprovalStore = {
  /** The approval on the screen. */
  shown: string | undefined
  /** The approval that was decided here, so that its end is no surprise. */
  decided: string | undefined
  draft: Draft
}

const emptyDraft: Draft = {
  mode: undefined,
  fee: 'normal',
  lock: undefined,
  edits: [],
  paysOneself: false,
  unset: [],
  open: {},
}

/** The approval on the screen, and the user's settings on it; the row itself is in the journal. */
export const useApprovalDraft = create<ApprovalStore>(() => ({
  shown: undefined,
  decided: undefined,
  draft: emptyDraft,
}))

/** Puts an approval on the screen, with a draft of its own. */
export const show = (id: string | undefined): void =>
  useApprovalDraft.setState({ shown: id, draft: emptyDraft })

/** Notes who decided an approval: this page, or undefined for anyone else. */
export const setDecided = (id: string | undefined): void =>
  useApprovalDraft.setState({ decided: id })

/** Opens or closes the details of a call. */
export const setCallOpen = (index: number, isOpen: boolean): void =>
  useApprovalDraft.setState(({ draft }) => ({
    draft: { ...draft, open: { ...draft.open, [index]: isOpen } },
  }))

/** Chooses how a batch runs; undefined for the best way it can. */
export const setMode = (mode: Mode | undefined): void =>
  useApprovalDraft.setState(({ draft }) => ({ draft: { ...draft, mode } }))

/** Chooses a speed, or fees of the user's own. */
export const setFee = (fee: FeeChoice): void =>
  useApprovalDraft.setState(({ draft }) => ({ draft: { ...draft, fee } }))

/** Chooses how the batch is locked. */
export const setLock = (lock: LockChoice): void =>
  useApprovalDraft.setState(({ draft }) => ({ draft: { ...draft, lock } }))

/** Chooses who pays, where the site named somebody else and leaves it to the user. */
export const setPaysOneself = (paysOneself: boolean): void =>
  useApprovalDraft.setState(({ draft }) => ({ draft: { ...draft, paysOneself } }))

/** Puts an amount in place of the one that a call allows, or the site's own back. */
export const setEdit = (index: number, amount: Edit['amount'] | undefined): void =>
  useApprovalDraft.setState(({ draft }) => {
    const others = draft.edits.filter((edit) => edit.index !== index)
    return { draft: { ...draft, edits: amount ? [...others, { index, amount }] : others } }
  })

/** Notes that a limit was typed for a call and is not what would be signed, or that none is. */
export const setUnset = (index: number, isUnset: boolean): void =>
  useApprovalDraft.setState(({ draft }) => {
    const others = draft.unset.filter((one) => one !== index)
    return { draft: { ...draft, unset: isUnset ? [...others, index] : others } }
  })
