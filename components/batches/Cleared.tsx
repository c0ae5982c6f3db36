import { useEffect, useRef, useState } from 'react'
import { useAction } from '../hooks/useAction'
import { useCleared } from './batchViews'
import { setCleared, useNavigation } from '../store/navigation'
import { wallet } from '../store/session'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import { plural, t } from '../text/messages'

/** How long, in ms, a clearing can be taken back, unless the pointer or the focus is on that. */
const patience = 10_000

/** Says what was just cleared, and takes it back. */
export const Cleared = () => {
  const at = useNavigation(({ cleared }) => cleared)
  return at === undefined ? null : <Undo key={at} at={at} />
}

const Undo = ({ at }: { at: number }) => {
  const cleared = useCleared(at) ?? 0
  const [isHeld, setHeld] = useState(false)
  const notice = useRef<HTMLDivElement>(null)

  // The pressed button is gone with the cleared batches: the next Tab leads to Undo.
  useEffect(() => notice.current?.focus(), [])

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => setCleared(undefined), patience)
    return () => clearTimeout(timer)
  }, [isHeld])

  const undo = useAction(async () => {
    await wallet('unclear', { at })
    setCleared(undefined)
    return undefined
  })

  return (
    <div
      ref={notice}
      className={`${layout.spread} ${layout.tinted}`}
      role="status"
      tabIndex={-1}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span>{plural('cleared', cleared)}</span>
      <Button
        isSmall
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        disabled={undo.isPending}
        onClick={undo.run}
      >
        {t('undo')}
      </Button>
      <Problem text={undo.error} />
    </div>
  )
}
