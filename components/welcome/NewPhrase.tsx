import { useState } from 'react'
import { CenteredForm } from '../shell/CenteredForm'
import { Secret } from '../ui/Secret'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { CheckWords } from './CheckWords'
import layout from '../ui/layout.module.css'

/** A new phrase: shown to be written down, then a few words of it asked for. Both can be put off. */
export const NewPhrase = ({ phrase, onDone }: { phrase: string; onDone: () => void }) => {
  const [isWritten, setWritten] = useState(false)

  if (isWritten)
    return <CheckWords phrase={phrase} onDone={onDone} onBack={() => setWritten(false)} />
  return (
    <CenteredForm title={t('newPhrase')} errors={undefined}>
      <p>{t('newPhraseWrite')}</p>
      <Secret secret={phrase} label={t('phrase')} />
      <Notice tone="warn">{t('newPhraseWarning')}</Notice>
      <div className={layout.stack}>
        <Button kind="primary" onClick={() => setWritten(true)}>
          {t('newPhraseWritten')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('newPhraseLater')}
        </Button>
      </div>
    </CenteredForm>
  )
}
