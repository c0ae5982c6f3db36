import { useEffect, useState } from 'react'
import { t, type Key } from '../text/messages'
import type { GreyReason } from './whyGrey'

/** The sentence of each reason why Approve is grey: one line in the narrowest window. */
export const sentences: Record<GreyReason, Key> = {
  deciding: 'grey_deciding',
  'not possible': 'grey_notPossible',
  'too little': 'grey_tooLittle',
  'limit fails': 'grey_limitFails',
  'no answer': 'grey_noAnswer',
  'no account': 'grey_noAccount',
  'limit unset': 'grey_limitNotSet',
  'node unasked': 'grey_nodeNotAsked',
  'word untyped': 'grey_word',
  simulation: 'grey_simulation',
  'node asked': 'grey_nodeAsked',
  'token names': 'grey_tokens',
  addresses: 'grey_addresses',
  words: 'grey_words',
  'site name': 'grey_site',
  'known networks': 'grey_networks',
  'no focus': 'grey_focus',
  dearer: 'grey_dearer',
  changed: 'grey_changed',
  'too early': 'grey_early',
  arming: 'grey_arming',
}

/** Reasons that a click came upon: they are its answer, and said at once. */
const answers: readonly GreyReason[] = ['dearer', 'changed', 'too early']

/** Reasons that pass by themselves: they are said only if they last. */
const passing: readonly GreyReason[] = [
  'deciding',
  'simulation',
  'node asked',
  'token names',
  'addresses',
  'words',
  'site name',
  'known networks',
  'arming',
]

/** How long a reason must hold until it is said, in ms. */
const waitOf = (why: GreyReason): number =>
  answers.includes(why) ? 0 : passing.includes(why) ? 1_000 : 300

/**
 * Says why Approve is grey, once that has lasted, or at once to who clicked in vain. Until then what was said before
 * stays, so that nothing flickers.
 */
export const GreyLine = ({ why, clicked }: { why: GreyReason | undefined; clicked: boolean }) => {
  const [said, setSaid] = useState<GreyReason>()
  if (why === undefined && said !== undefined) setSaid(undefined)

  useEffect(() => {
    if (why === undefined) return
    const timer = setTimeout(() => setSaid(why), clicked ? 0 : waitOf(why))
    return () => clearTimeout(timer)
  }, [why, clicked])

  return said && t(sentences[said])
}
