import { locale } from './messages'

/** Space between two sentences: none in Chinese and Japanese, whose full stop brings its own. */
export const sentenceGap = (): string => (/^(zh|ja)\b/.test(locale()) ? '' : ' ')

/** Returns sentences as one text; those that do not apply (false, undefined) are left out. */
export const joinSentences = (...all: readonly (string | false | undefined)[]): string =>
  all.filter((one) => typeof one === 'string').join(sentenceGap())
