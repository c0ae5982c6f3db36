import { t } from '../text/messages'
import { nodeHost, titleOf } from '../text/network'
import { Button } from '../ui/Button'
import layout from '../ui/layout.module.css'
import { Note } from '../ui/Note'
import { Notice } from '../ui/Notice'
import type { Recipient } from './useRecipient'

/** Says which node is asked for a name, and lets the user send it to one that is not asked by itself. */
export const NameNode = ({ asked, unasked }: Pick<Recipient, 'asked' | 'unasked'>) => {
  if (asked) return <Note isStatus>{t('name_looking', nodeHost(asked))}</Note>
  if (!unasked) return null
  const { network, ask } = unasked
  return (
    <Notice tone="info">
      {t('name_unasked', titleOf(network), nodeHost(network))}
      <span className={`${layout.wrap} ${layout.below}`}>
        <Button isSmall onClick={ask}>
          {t('name_ask', nodeHost(network))}
        </Button>
      </span>
    </Notice>
  )
}
