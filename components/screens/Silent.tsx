import { browser } from 'wxt/browser'
import { CenteredForm } from '../shell/CenteredForm'
import { t } from '../text/messages'
import { Button } from '../ui/Button'

/**
 * Shown while the background does not answer: a browser may start it without its API, or in a process that is going
 * away, as Chromium does at times after a reload.
 */
export const Silent = () => (
  <CenteredForm title={t('silent')} errors={undefined} onSubmit={() => browser.runtime.reload()}>
    <p>{t('silent_why')}</p>
    <Button type="submit" kind="primary">
      {t('silent_restart')}
    </Button>
  </CenteredForm>
)
