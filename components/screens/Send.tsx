import { useOwnRequest } from '../ownRequests/useOwnRequest'
import { OwnRequest } from '../ownRequests/OwnRequest'
import { OwnRequestWaiting } from '../ownRequests/OwnRequestWaiting'
import { useHere } from '../hooks/useHere'
import { Form } from '../send/Form'
import { t } from '../text/messages'
import { SubScreen } from '../shell/SubScreen'
import layout from '../ui/layout.module.css'

/** Sends something; it is decided in the same page, which leads to the batch, or back here. */
export const Send = ({ rest }: { rest: string }) => {
  const here = useHere()
  const { here: row, isElsewhere, isWaiting, notice, setAsked } = useOwnRequest()

  return (
    <OwnRequest row={row}>
      <SubScreen title={t('send_title')}>
        {isElsewhere && <OwnRequestWaiting />}
        {here && (
          <div hidden={isWaiting}>
            {here.account.source === 'watch' ? (
              <p className={layout.padded}>{t('home_watched')}</p>
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
    </OwnRequest>
  )
}
