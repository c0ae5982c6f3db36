import { useState } from 'react'
import { beginAnew } from '../screens/Erase'
import { Gate } from '../screens/Gate'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import { LiveBatches } from './LiveBatches'

/** What is left without the password: to erase, and to import again. Asks twice. */
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
    <Gate title={t('forgotten')} errors={error}>
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
    </Gate>
  )
}
