import { useEffect, useState } from 'react'
import { useHere } from '../home/here'
import { useApprovals } from '../hooks'
import { Form } from '../send/Form'
import { wallet } from '../store'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { SubScreen } from './SubScreen'
import styles from '../send/Send.module.css'

/** Sends something; what the approval window decides leads to the batch, or back here. */
export const Send = ({ rest }: { rest: string }) => {
  const here = useHere()
  const [asked, setAsked] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const state = useApprovals(asked)?.named?.state

  useEffect(() => {
    if (state === 'approved' && asked) location.hash = asked
    if (state !== 'rejected') return
    setAsked(undefined)
    setNotice(t('send_rejected'))
  }, [state, asked])

  return (
    <SubScreen title={t('send_title')}>
      {asked && (
        <div className={styles.waiting} role="status">
          <p>{t('send_waiting')}</p>
          <Button onClick={() => void wallet('showApprovals', null)}>{t('send_show')}</Button>
        </div>
      )}
      {here && (
        <div hidden={asked !== undefined}>
          {here.account.source === 'watch' ? (
            <p className={styles.waiting}>{t('home_watched')}</p>
          ) : (
            <Form
              key={here.account.address}
              here={here}
              start={rest}
              notice={notice}
              onAsked={setAsked}
            />
          )}
        </div>
      )}
    </SubScreen>
  )
}
