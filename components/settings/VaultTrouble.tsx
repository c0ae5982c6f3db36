import { wallet } from '../store'
import { t, type Key } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { useSetting } from './useSetting'
import styles from './Banner.module.css'

const sentences = {
  database: 'troubleDatabase',
  storage: 'troubleStorage',
  'storage not written': 'troubleNotWritten',
} as const satisfies Record<string, Key>

/** Names the copy of the vault that was damaged, until the user has read it. */
export const VaultTrouble = () => {
  const trouble = useSetting('vaultTrouble')
  if (!trouble) return null
  return (
    <div className={styles.banner}>
      <Notice tone="warn" isAlert>
        <p>{t(sentences[trouble])}</p>
        <Button isSmall onClick={() => void wallet('choose', { vaultTrouble: null })}>
          {t('troubleRead')}
        </Button>
      </Notice>
    </div>
  )
}
