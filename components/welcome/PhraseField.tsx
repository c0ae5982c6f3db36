import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { useDebounced } from '../hooks/useDebounced'
import { wallet } from '../store/session'
import { plural, t } from '../text/messages'
import { Field } from '../ui/Field'
import layout from '../ui/layout.module.css'
import styles from '../ui/chip.module.css'

const lengths = [12, 15, 18, 21, 24]

const wordsOf = (phrase: string) => phrase.trim().toLowerCase().split(/\s+/).filter(Boolean)

/** Gives the error of a phrase, as the background judges it; undefined if it is valid. */
export const checkPhrase = async (phrase: string): Promise<string | undefined> => {
  const words = wordsOf(phrase)
  if (words.length === 0) return t('phraseEmpty')
  const { unknown, isPhrase } = await wallet('judgePhrase', { phrase })
  if (isPhrase) return undefined
  if (unknown.length > 0) return plural('phraseUnknown', unknown.length)
  if (!lengths.includes(words.length)) return plural('phraseLength', words.length)
  return t('phraseChecksum')
}

/** Judged when the typing rests, in ms. */
const rest = 250

/** The words of a phrase, those marked that are in no list. A word that is still being typed is not. */
export const PhraseField = ({
  phrase,
  error,
  onChange,
}: {
  phrase: string
  error: string | undefined
  onChange: (phrase: string) => void
}) => {
  const [wrong, setWrong] = useState<{ of: string; places: number[] }>()

  const judge = async () => {
    const { unknown } = await wallet('judgePhrase', { phrase })
    const typing = /\s$/.test(phrase) ? -1 : wordsOf(phrase).length - 1
    const places = unknown.filter((at) => at !== typing || typing >= 11)
    setWrong({ of: phrase, places })
  }
  useDebounced(() => void (phrase.trim() && judge()), rest, [phrase])

  const places = wrong?.of === phrase ? wrong.places : []
  return (
    <div className={layout.stack}>
      <Field
        label={t('phrase')}
        name="phrase"
        rows={3}
        autoComplete="off"
        autoFocus
        value={phrase}
        error={error}
        onValueChange={onChange}
      />
      <div role="status">
        {places.length > 0 && (
          <ol className={`${layout.wrap} ${layout.tight}`} aria-label={t('phraseWrongWords')}>
            {wordsOf(phrase).map((word, at) =>
              places.includes(at) ? (
                <li key={at} className={styles.wrong}>
                  <CircleX size={12} aria-hidden />
                  {at + 1}. {word}
                </li>
              ) : null,
            )}
          </ol>
        )}
      </div>
    </div>
  )
}
