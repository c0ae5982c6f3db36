import { locale } from './messages'

/** Space between two sentences: none in Chinese and Japanese, whose full stop brings its own. */
export const sentenceGap = (): string => (/^(zh|ja)\b/.test(locale()) ? '' : ' ')

/** Returns sentences as one text. */
export const joinSentences = (...all: readonly string[]): string => all.join(sentenceGap())
