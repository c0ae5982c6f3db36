import { useState } from 'react'
import type { Here } from '../hooks/useHere'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { AskToken, type Confirmed } from './AskToken'
import layout from '../ui/layout.module.css'
import { TokenWarnings } from './TokenWarnings'
import { TokenFacts } from './TokenFacts'
import { sentenceOfUnlisted } from './unlisted'
import { useProposedToken } from './useProposedToken'

/** Adds a token by its contract: asked for, shown as the chain tells it, then listed. */
export const AddToken = ({ here }: { here: Here }) => {
  const [isOpen, setOpen] = useState(false)
  const [confirmed, setConfirmed] = useState<Confirmed>()

  const close = () => {
    setOpen(false)
    setConfirmed(undefined)
  }

  if (!isOpen)
    return (
      <div className={`${layout.padded} ${layout.openBelow}`}>
        <Button onClick={() => setOpen(true)}>{t('tokens_add')}</Button>
      </div>
    )
  return (
    <Section title={t('tokens_add')}>
      {confirmed ? (
        <ConfirmToken confirmed={confirmed} onClose={close} />
      ) : (
        <AskToken here={here} onConfirmed={setConfirmed} onCancel={close} />
      )}
    </Section>
  )
}

const ConfirmToken = ({ confirmed, onClose }: { confirmed: Confirmed; onClose: () => void }) => {
  const { asset, told } = confirmed
  const tokens = useProposedToken(asset, told)
  const { run, error } = useAction(async () => {
    const answer = await wallet('listAsset', asset)
    if (answer !== 'done') return sentenceOfUnlisted(answer, asset)
    onClose()
    return undefined
  })
  return (
    <>
      <div className={layout.stack}>
        <TokenWarnings {...confirmed} tokens={tokens} />
      </div>
      <TokenFacts {...confirmed} />
      <Note>{t('tokens_anyName')}</Note>
      <Problem text={error} />
      <div className={layout.row}>
        <Button isSmall kind="primary" onClick={run}>
          {t('tokens_addThis')}
        </Button>
        <Button isSmall onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}
