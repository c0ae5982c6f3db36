import { useState } from 'react'
import type { ProposedAsset } from '@/lib/holdings/proposed'
import type { Here } from '../home/here'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { AskToken, type Confirmed } from './AskToken'
import styles from './AddToken.module.css'
import { TokenDoubts } from './TokenDoubts'
import { TokenFacts } from './TokenFacts'
import { sentenceOfUnlisted } from './unlisted'

/** Adds a token by its contract: asked for, shown as the chain tells it, then listed. */
export const AddToken = ({ here }: { here: Here }) => {
  const [isOpen, setOpen] = useState(false)
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const [problem, setProblem] = useState<string>()

  const close = () => {
    setOpen(false)
    setConfirmed(undefined)
    setProblem(undefined)
  }

  const add = async (asset: ProposedAsset) => {
    try {
      const answer = await wallet('listAsset', asset)
      if (answer === 'done') close()
      else setProblem(sentenceOfUnlisted(answer, asset))
    } catch (error) {
      setProblem(sentenceOfError(error))
    }
  }

  if (!isOpen)
    return (
      <div className={styles.start}>
        <Button onClick={() => setOpen(true)}>{t('tokens_add')}</Button>
      </div>
    )
  return (
    <Section title={t('tokens_add')}>
      {confirmed ? (
        <>
          <TokenDoubts {...confirmed} />
          <TokenFacts {...confirmed} />
          <Note>{t('tokens_anyName')}</Note>
          <Problem text={problem} />
          <div className={styles.deeds}>
            <Button isSmall kind="primary" onClick={() => void add(confirmed.asset)}>
              {t('tokens_addThis')}
            </Button>
            <Button isSmall onClick={close}>
              {t('cancel')}
            </Button>
          </div>
        </>
      ) : (
        <AskToken here={here} onConfirmed={setConfirmed} onCancel={close} />
      )}
    </Section>
  )
}
