import { risksOf } from '@/lib/approvals/danger'
import { Field } from '../ui/Field'
import { t } from '../text/messages'
import { Risks } from './Risks'
import type { useSteps } from './useSteps'

/** Names the risks that the next click accepts, and asks for the word that has to be typed first. */
export const StepTerms = ({
  steps: { danger, doubts, isSecond, typed, setTyped },
  word,
  isReady,
}: {
  steps: ReturnType<typeof useSteps>
  word: string
  /** False while there is nothing yet that a click could approve. */
  isReady: boolean
}) => {
  const isTyping = danger === 'type it'
  return (
    <>
      {isReady && (isSecond || isTyping) && (
        // A step that the user took is told at once; the word to type is there from the start.
        <Risks risks={risksOf(doubts)} word={word} isAlert={isSecond} />
      )}
      {isTyping && (
        <Field
          label={t('request_type', word)}
          name="word"
          error={undefined}
          autoComplete="off"
          value={typed}
          onValueChange={setTyped}
        />
      )}
    </>
  )
}
