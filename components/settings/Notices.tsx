import { useEffect, useState } from 'react'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Checkbox } from '../ui/Checkbox'
import { Problem } from '../ui/Problem'
import { mayNotify, setNotices, words } from './noticeChoice'
import { useSetting } from './useSetting'
import layout from '../ui/layout.module.css'

/** Turns notices of batches that are done, failed or refused on and off; they follow the language. */
export const Notices = () => {
  const notices = useSetting('notices')
  const [isAllowed, setAllowed] = useState(false)

  useEffect(() => {
    void mayNotify().then(setAllowed)
    const now = words()
    const isOther = notices && JSON.stringify(notices) !== JSON.stringify(now)
    if (isOther) void wallet('choose', { notices: now }).catch(() => undefined)
  }, [notices])

  const turn = useAction(async (isOn: boolean) => {
    await setNotices(isOn)
    setAllowed(await mayNotify())
    return undefined
  })

  return (
    <div>
      <Checkbox isChecked={notices !== undefined && isAllowed} onChange={turn.run}>
        {t('notices')}
      </Checkbox>
      <Problem text={turn.error} />
      <p className={`${layout.muted} ${layout.small}`}>{t('notices_note')}</p>
    </div>
  )
}
