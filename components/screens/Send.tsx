import { useOwnRequest } from '../ownRequests/useOwnRequest'
import { OwnRequestWaiting } from '../ownRequests/OwnRequestWaiting'
import { useHere } from '../hooks/useHere'
import { Form } from '../send/Form'
import { t } from '../text/messages'
import { SubScreen } from '../shell/SubScreen'
import layout from '../ui/layout.module.css'

/** Sends something; what the approval window decides leads to the batch, or back here. */
export const Send = ({ rest }: { rest: string }) => {
  const here = useHere()
  const { isWaiting, isRejected, setAsked } = useOwnRequest()

  return (
    <SubScreen title={t('send_title')}>
      {isWaiting && <OwnRequestWaiting />}
      {here && (
        <div hidden={isWaiting}>
          {here.account.source === 'watch' ? (
            <p className={layout.padded}>{t('home_watched')}</p>
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
