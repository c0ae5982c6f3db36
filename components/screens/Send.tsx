import { useAsked } from '../asked/useAsked'
import { Waiting } from '../asked/Waiting'
import { useHere } from '../home/here'
import { Form } from '../send/Form'
import { t } from '../text/messages'
import { SubScreen } from './SubScreen'
import styles from '../send/Send.module.css'

/** Sends something; what the approval window decides leads to the batch, or back here. */
export const Send = ({ rest }: { rest: string }) => {
  const here = useHere()
  const { isWaiting, isRejected, setAsked } = useAsked()

  return (
    <SubScreen title={t('send_title')}>
      {isWaiting && <Waiting />}
      {here && (
        <div hidden={isWaiting}>
          {here.account.source === 'watch' ? (
            <p className={styles.watched}>{t('home_watched')}</p>
          ) : (
            <Form
              key={here.account.address}
              here={here}
              start={rest}
              notice={isRejected ? t('send_rejected') : undefined}
              onAsked={setAsked}
            />
          )}
        </div>
      )}
    </SubScreen>
  )
}
