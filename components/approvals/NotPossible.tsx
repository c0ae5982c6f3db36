import type { Approval } from '@/lib/db'
import { show } from '../store/approval'
import { sentenceOfCode } from '../text/errors'
import { Button } from '../ui/Button'
import { Heading } from '../ui/Heading'
import { Host } from '../ui/Host'
import { Notice } from '../ui/Notice'
import request from './Request.module.css'
import layout from '../ui/layout.module.css'
import { t } from '../text/messages'
import { Text } from '../text/Text'

/** A request that turned out impossible while it was on the screen: why, before the next one comes. */
export const NotPossible = ({ row }: { row: Approval }) => {
  return (
    <div className={request.request}>
      <header className={request.head}>
        <Heading takesFocus className={request.title}>
          {t('notPossible_title')}
        </Heading>
      </header>
      <main className={`${layout.stack} ${layout.wide} ${layout.top} ${layout.padded}`}>
        <Notice tone="bad" isAlert>
          {sentenceOfCode(row.error?.code ?? 0)}
        </Notice>
        <p>
          <Text id="notPossible_told" values={[<Host origin={row.origin} />]} />
        </p>
      </main>
      <footer className={request.foot}>
        <Button kind="primary" onClick={() => show(undefined)}>
          {t('close')}
        </Button>
      </footer>
    </div>
  )
}
