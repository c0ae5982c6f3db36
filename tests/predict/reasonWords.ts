import { readRevert, type RevertReading } from '@/lib/decode/revert'
import type { Reason } from '@/lib/db/outcome'

/** The data of a reason in one line, to look for words in; no sentence of the wallet stands in it. */
export const reasonWords = (reason: Reason): string => {
  if (reason.why === 'reverted') return readingWords(readRevert(reason.data, reason.size))
  if (reason.why === 'node') return reason.text
  return reason.why === 'alone' ? `alone ${reasonWords(reason.reason)}` : reason.why
}

const readingWords = (reading: RevertReading): string => {
  switch (reading.kind) {
    case 'silent':
      return 'silent'
    case 'text':
      return reading.text
    case 'error':
      return reading.name
    case 'call':
      return `call ${reading.number}: ${readingWords(reading.reading)}`
    case 'unread':
      return `${reading.selector}, ${reading.size} bytes`
  }
}
