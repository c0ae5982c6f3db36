import { useState } from 'react'
import { CenteredForm } from '../shell/CenteredForm'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import { beginAnew } from './beginAnew'
import { LiveBatches } from './LiveBatches'

/** Erases the wallet without the password, so that it can be imported again. Asks twice. */
export const Forgotten = ({ onBack }: { onBack: () => void }) => {
  const [isSure, setSure] = useState(false)
  const [isAsked, setAsked] = useState(false)

  const { run, error } = useAction(async () => {
    if (!isSure) return t('eraseNotSure')
    if (isAsked) {
      await wallet('erase', { isForgotten: true })
      beginAnew()
    }
    setAsked(true)
    return undefined
  })

  return (
    <CenteredForm title={t('forgotten')} errors={error}>
      <p>{t('forgottenWhatNow')}</p>
      <Notice tone="bad">{t('eraseMeaning')}</Notice>
      <LiveBatches />
      <Checkbox isChecked={isSure} onChange={setSure}>
        {t('eraseSure')}
      </Checkbox>
      <Problem text={error} />
      <Button kind="danger" onClick={run}>
        {t(isAsked ? 'eraseReally' : 'eraseNow')}
      </Button>
      <Button onClick={onBack}>{t('back')}</Button>
    </CenteredForm>
  )
}
