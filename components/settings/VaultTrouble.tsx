import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t, type Key } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import { useSetting } from './useSetting'
import styles from '../shell/Banner.module.css'

const sentences = {
  database: 'troubleDatabase',
  storage: 'troubleStorage',
  'storage not written': 'troubleNotWritten',
} as const satisfies Record<string, Key>

/** Names the copy of the vault that was damaged, until the user has read it. */
export const VaultTrouble = () => {
  const trouble = useSetting('vaultTrouble')
  const { run, error } = useAction(() => wallet('choose', { vaultTrouble: null }))
  if (!trouble) return null
  return (
    <div className={styles.banner}>
      <Notice tone="warn" isAlert>
        <p>{t(sentences[trouble])}</p>
        <Button isSmall onClick={run}>
          {t('troubleRead')}
        </Button>
      </Notice>
      <Problem text={error} />
    </div>
  )
}
