import type { RemovalRefusal } from '@/lib/keyring/accounts'
import type { NotOpened } from '@/lib/keyring/keyring'
import { t } from '../text/messages'

const sentences = {
  last: 'accountIsLast',
  live: 'accountIsLive',
  asked: 'accountIsAsked',
  'wrong password': 'unlockWrong',
  damaged: 'unlockDamaged',
  'too soon': 'unlockSoon',
} as const

/** Why an account was not removed, to the user. */
export const removalError = (answer: RemovalRefusal | NotOpened): string => t(sentences[answer])
