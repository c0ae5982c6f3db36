import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'
import { faultText } from './faultText'
import type { useDevice } from './useDevice'

/** How far a device is with its task: what is waited for, or what went wrong and the next step. */
export const DeviceState = ({
  device: { phase, again, choose },
  asking,
  isByUser = false,
  name,
}: {
  device: ReturnType<typeof useDevice>
  /** Next event that is waited for while the device has its task. */
  asking: string
  /** True if the device's user has to do something for that. */
  isByUser?: boolean
  /** The account that the device is to have. */
  name?: string
}) => {
  switch (phase.is) {
    case 'none':
      return (
        <Notice tone="warn" isAlert>
          {t('device_noHid')}
        </Notice>
      )
    case 'choose':
      return (
        <div className={`${layout.stack} ${layout.start}`}>
          <p>{t('device_plugIn')}</p>
          <Button kind="primary" onClick={choose}>
            {t('device_connect')}
          </Button>
        </div>
      )
    case 'failed':
      return (
        <div className={`${layout.stack} ${layout.start}`}>
          <Notice tone="warn" isAlert>
            {faultText(phase.error, name)}
          </Notice>
          <div className={layout.wrap}>
            <Button kind="primary" onClick={again}>
              {t('device_again')}
            </Button>
            <Button onClick={choose}>{t('device_other')}</Button>
          </div>
        </div>
      )
    case 'looking':
      return <p role="status">{t('device_looking')}</p>
    case 'waiting':
      return (
        <div role="status">
          <Notice tone="warn">{t('device_waiting')}</Notice>
        </div>
      )
    case 'asking':
      return <div role="status">{isByUser ? <Notice tone="info">{asking}</Notice> : asking}</div>
    case 'done':
      return <p role="status">{t('device_done')}</p>
  }
}
