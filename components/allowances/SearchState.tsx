import type { Progress } from '@/lib/allowances/search'
import { count } from '../text/amount'
import { plural, t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'

const stateText = ({ state, from }: Progress): string => {
  if (state === 'all') return t('allowances_all')
  if (from === null) return t(state === 'more' ? 'allowances_searching' : 'allowances_noLogs')
  return t(state === 'more' ? 'allowances_searchingOn' : 'allowances_refused', count(from))
}

/** How far the search is, what it leaves out, and the way on where it rests. */
export const SearchState = ({
  progress,
  unread,
  problem,
  onAgain,
}: {
  progress: Progress | undefined
  /** How many could not be read. */
  unread: number
  problem: string | undefined
  onAgain: () => void
}) => {
  const isOver = progress !== undefined && progress.state !== 'more'
  const left = progress?.left ?? 0
  const skipped = progress?.skipped ?? 0
  return (
    <div className={layout.tightStack}>
      <Note isStatus={isOver}>{progress ? stateText(progress) : t('allowances_searching')}</Note>
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
