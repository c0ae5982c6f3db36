import { useEffect, useState } from 'react'
import type { Call } from '@/lib/db'
import { givenBy, type Edit, type EditableAllowance } from '@/lib/decode/edit'
import type { Exact } from '@/lib/simulate/exactAllowance'
import type { Quote } from '@/lib/simulate/quote'
import { setEdit } from '../store/approval'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { sentenceGap } from '../text/sentences'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { isLeft, readOf } from './isLeft'
import type { Place } from './place'
import { TokenAmount } from './TokenAmount'
import layout from '../ui/layout.module.css'

type Props = {
  id: string
  calls: readonly Call[]
  edits: readonly Edit[]
  quote: Quote
  place: Place
}

/** For each call that allows more than its batch spends: the offer to allow exactly that, or to take it back. */
export const ExactOffers = ({ id, calls, edits, quote, place }: Props) =>
  calls.length > 1 &&
  calls.map((call, index) => {
    const given = givenBy(call, place)
    const edit = edits.find((one) => one.index === index)
    if (!given) return null
    // A node that does not say what is left cannot say what is spent either.
    const isUntold = quote.unchecked.includes('allowances') && !readOf(quote, given)
    if (edit ? isUntold : !isLeft(quote, given)) return null
    // Calls have no identity but their place, which never changes.
    return (
      <Offer
        key={index}
        id={id}
        index={index}
        given={given}
        edit={edit}
        quote={quote}
        place={place}
      />
    )
  })

const Offer = ({
  id,
  index,
  given,
  edit,
  quote,
  place,
}: Pick<Props, 'id' | 'quote' | 'place'> & {
  index: number
  given: EditableAllowance
  edit: Edit | undefined
}) => {
  const { mode } = quote
  const [exact, setExact] = useState<Exact>()
  useEffect(() => {
    let isOver = false
    void wallet('exact', { id, mode, index })
      .then((found) => !isOver && setExact(found))
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [id, mode, index])

  const amount = exact && 'amount' in exact ? exact.amount : undefined
  if (amount === undefined)
    return exact && 'reason' in exact && exact.reason === 'fails' ? (
      <p className={`${layout.muted} ${layout.small}`}>{t('exactNot', index + 1)}</p>
    ) : null
  // A limit of the user's own, which `Limits` shows.
  if (edit && BigInt(edit.amount) !== BigInt(amount)) return null
  const fails = edit && quote.verdict !== 'succeeds'
  return (
    <div className={`${layout.stack} ${layout.start} ${layout.roomBelow}`}>
      <div className={layout.stretch}>
        <Notice tone={fails ? 'bad' : edit ? 'info' : 'warn'} isAlert={fails}>
          {t(fails ? 'exactFails' : edit ? 'exactDone' : 'exactOffer', index + 1)}
          {sentenceGap()}
          <strong>
            <TokenAmount amount={BigInt(amount)} asset={given.token} place={place} />
          </strong>
        </Notice>
      </div>
      {!edit && (
        <Button isSmall onClick={() => setEdit(index, amount)}>
          {t('exactUse')}
        </Button>
      )}
    </div>
  )
}
