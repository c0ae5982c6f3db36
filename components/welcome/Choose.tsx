import { ExternalLink } from 'lucide-react'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { CenteredForm } from '../shell/CenteredForm'
import layout from '../ui/layout.module.css'

/** How a wallet can begin. */
export type Way = 'new' | 'phrase' | 'key' | 'ledger' | 'qr' | 'address'

/** The first thing a new user sees: what this is, where to begin, and whom the wallet talks to. */
export const Choose = ({ onChoose }: { onChoose: (way: Way) => void }) => (
  <CenteredForm title={t('welcome')} errors={undefined}>
    <p>{t('extensionDescription')}</p>
    <div className={layout.stack}>
      <Button kind="primary" onClick={() => onChoose('new')}>
        {t('welcomeNew')}
      </Button>
      <Button onClick={() => onChoose('phrase')}>{t('welcomePhrase')}</Button>
      <Button onClick={() => onChoose('key')}>{t('welcomeKey')}</Button>
      <Button onClick={() => onChoose('ledger')}>{t('device_title')}</Button>
      <Button onClick={() => onChoose('qr')}>{t('qr_title')}</Button>
      <Button onClick={() => onChoose('address')}>{t('welcomeWatch')}</Button>
    </div>
    <Note>{t('welcomeAnyPhrase')}</Note>
    <Note>{t('welcomePrivacy')}</Note>
    {innerWidth < 800 && (
      <a
        className={`${layout.inline} ${layout.aired}`}
        href={location.pathname}
        target="_blank"
        rel="noreferrer"
      >
        <ExternalLink size={16} aria-hidden />
        {t('welcomeTab')}
      </a>
    )}
  </CenteredForm>
)
