import { searchedFrom, type SearchStep } from '@/lib/allowances/search'
import { count } from '../text/amount'
import { plural, t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'

const stateText = ({ state, searched }: SearchStep): string => {
  if (state === 'all') return t('allowances_all')
  const from = searchedFrom(searched)
  const isOver = state === 'refused'
  if (from === null) return t(isOver ? 'allowances_noLogs' : 'allowances_searching')
  return t(isOver ? 'allowances_refused' : 'allowances_searchingOn', count(from))
}

/** How far the search is, what it leaves out, and the way on where it rests. */
export const SearchState = ({
  step,
  unread,
  problem,
  onAgain,
}: {
  step: SearchStep | undefined
  /** How many could not be read. */
  unread: number
  problem: string | undefined
  onAgain: () => void
}) => {
  const isOver = step?.state === 'all' || step?.state === 'refused'
  const left = step?.searched.left ?? 0
  const skipped = step?.searched.skipped ?? 0
  return (
    <div className={`${layout.stack} ${layout.tight}`}>
      <Note isStatus={isOver}>{step ? stateText(step) : t('allowances_searching')}</Note>
      {left > 0 && <Note>{plural('allowances_left', left)}</Note>}
      {unread > 0 && <Note>{plural('allowances_unread', unread)}</Note>}
      {skipped > 0 && <Note>{plural('allowances_skipped', skipped)}</Note>}
      {problem && (
        <Notice tone="warn" isAlert>
          <p>{problem}</p>
          <Button isSmall onClick={onAgain}>
            {t('allowances_again')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
