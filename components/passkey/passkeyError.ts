import { t } from '../text/messages'

const sentences = {
  cancelled: 'passkey_cancelled',
  unfit: 'passkey_unfit',
  'wrong passkey': 'passkey_wrong',
} as const

/** Why a passkey did nothing, to the user. */
export const passkeyError = (why: keyof typeof sentences): string => t(sentences[why])
