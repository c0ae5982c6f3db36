import { useEffect, useState } from 'react'
import { formatUnits, numberToHex } from 'viem'
import type { Call } from '@/lib/db'
import { givenBy, type Edit, type EditableAllowance } from '@/lib/decode/edit'
import type { Quote } from '@/lib/simulate/quote'
import { setEdit, setUnset } from '../store/approval'
import { isUnlimited, units } from '../text/amount'
import { t } from '../text/messages'
import { asTyped } from '../text/typed'
import { visible } from '../text/visible'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'
import { isLeft, readOf } from './isLeft'
import type { Place } from './place'
import { isSet, readLimit } from './readLimit'
import { namedAt, tokenAt, type TokenFact } from './tokenFacts'

type Props = {
  calls: readonly Call[]
  edits: readonly Edit[]
  /** Undefined while the calls with a new limit are simulated. */
  quote: Quote | undefined
  place: Place
}

/** For each call that may leave an allowance: a limit of the user's own, in place of the site's. */
export const Limits = ({ calls, edits, quote, place }: Props) => {
  // A typed limit stays on the screen while its quote is awaited.
  const [tokens, setTokens] = useState(place.tokens)
  if (place.tokens && place.tokens !== tokens) setTokens(place.tokens)
  const open = calls.flatMap((call, index) => {
    const given = givenBy(call, place)
    const edit = edits.find((one) => one.index === index)
    const token = given && tokenAt(tokens, given.token)
    return given && token && given.amount > 0n && (edit ?? mayBeLeft(quote, given, tokens))
      ? [{ index, given, token, edit }]
      : []
  })
  if (open.length === 0) return null
  return (
    <section aria-label={t('limit_title')} className={`${layout.stack} ${layout.tight}`}>
      {open.map((one) => (
        <Limit
          key={one.index}
          {...one}
          isOne={calls.length === 1}
          fails={quote?.verdict === 'fails'}
          isNamed={namedAt(tokens, one.given.token) !== undefined}
        />
      ))}
      <p className={`${layout.muted} ${layout.small}`}>{t('limit_seen')}</p>
    </section>
  )
}

/**
 * Tells if an allowance may stand after a batch that succeeds: it does, or the node cannot say. Only a token that goes by
 * its name has amounts for sure then: the word of an item is its ID. Where nobody knows if the batch succeeds, a limit
 * could not be approved.
 */
const mayBeLeft = (
  quote: Quote | undefined,
  given: EditableAllowance,
  tokens: Place['tokens'],
): boolean =>
  quote !== undefined &&
  (isLeft(quote, given) ||
    (quote.verdict === 'succeeds' &&
      quote.unchecked.includes('allowances') &&
      readOf(quote, given) === undefined &&
      namedAt(tokens, given.token) !== undefined))

const wrong = {
  number: () => t('amount_number', '', asTyped('1.5')),
  decimals: (most: number) => t('amount_decimals', most),
  most: (_: number, asked: string) => t('limit_most', asked),
} as const

const Limit = ({
  index,
  given,
  token,
  edit,
  isOne,
  fails,
  isNamed,
}: {
  index: number
  given: EditableAllowance
  token: TokenFact
  edit: Edit | undefined
  isOne: boolean
  /** True if the calls fail with this limit. */
  fails: boolean
  /** True if the token may go by its symbol. */
  isNamed: boolean
}) => {
  const { decimals } = token
  const [text, setText] = useState(edit ? asTyped(formatUnits(BigInt(edit.amount), decimals)) : '')
  const [error, setError] = useState<string>()
  const symbol = isNamed ? visible(token.symbol) : t('limit_units')
  const asked = isUnlimited(given.amount)
    ? t('unlimitedOf', symbol)
    : `${units(given.amount, decimals)} ${symbol}`

  const isUnset = text !== '' && !isSet(readLimit(text, decimals, given.amount), edit)
  // Approve waits: who reads an amount here must not sign another one.
  useEffect(() => {
    setUnset(index, isUnset)
    return () => setUnset(index, false)
  }, [index, isUnset])

  const set = () => {
    const typed = readLimit(text, decimals, given.amount)
    if ('why' in typed) return setError(wrong[typed.why](decimals, asked))
    setError(undefined)
    return setEdit(index, numberToHex(typed.amount))
  }
  const undo = () => {
    setText('')
    setError(undefined)
    setEdit(index, undefined)
  }
  return (
    <form
      className={`${layout.stack} ${layout.start}`}
      onSubmit={(event) => {
        event.preventDefault()
        set()
      }}
    >
      <div className={`${layout.split} ${layout.atFoot} ${layout.stretch}`}>
        <Field
          label={isOne ? t('limit_in', symbol) : t('limit_ofCall', index + 1, symbol)}
          name={`limit ${index}`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          onValueChange={setText}
        />
        <Button isSmall type="submit">
          {t('limit_set')}
        </Button>
      </div>
      {edit && (
        <Button isSmall onClick={undo}>
          {t('exactUndo')}
        </Button>
      )}
      {isUnset && <p className={`${layout.muted} ${layout.small}`}>{t('limit_unset')}</p>}
      {edit && fails && (
        <Notice tone="bad" isAlert>
          {t('limit_fails')}
        </Notice>
      )}
    </form>
  )
}
