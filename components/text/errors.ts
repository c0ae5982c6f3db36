import type { ApprovalRefusal } from '@/lib/wallet'
import { t, type Key } from './messages'

const sentences: Readonly<Record<number, Key>> = {
  [-32603]: 'error_disk',
  [-32000]: 'error_notTaken',
  [-32005]: 'error_nodeBusy',
  [-32602]: 'error_invalid',
  4100: 'error_noAccess',
  4901: 'error_noAnswer',
  5710: 'error_notAtomic',
  5720: 'error_sameId',
  5740: 'error_tooLarge',
  5750: 'error_needsUpgrade',
  5760: 'error_accountNotAtomic',
}

/** The sentence for the error code that a request ended with. */
export const sentenceOfCode = (code: number): string => t(sentences[code] ?? 'error_other')

/** A verb of the wallet's own page: no site asked for it, and its disk is not known to be full. */
const own: typeof sentences = {
  ...sentences,
  [-32602]: 'error_ownInvalid',
  [-32603]: 'error_wallet',
}

/** The sentence for a failed verb; the error's own text is never shown. */
export const sentenceOfError = (error: unknown): string => {
  const code = error instanceof Error ? Number(error.message) : Number.NaN
  return t(own[code] ?? 'error_wallet')
}

const refusals: Readonly<Record<ApprovalRefusal, Key>> = {
  gone: 'refusal_gone',
  'page gone': 'refusal_pageGone',
  locked: 'refusal_locked',
  'not saved': 'refusal_notSaved',
  changed: 'refusal_changed',
  watched: 'refusal_watched',
  elsewhere: 'refusal_elsewhere',
}

/** Why an approval did not count, to the user. */
export const sentenceOfRefusal = (refusal: ApprovalRefusal): string => t(refusals[refusal])
