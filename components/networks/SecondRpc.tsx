import { useId, useState } from 'react'
import type { Network } from '@/lib/network/network'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { RpcForm } from './RpcForm'
import styles from './SecondRpc.module.css'
import { setSecond } from './setSecond'

/** Adds, changes or removes a network's second RPC. Of one that is set, only the host is known here. */
export const SecondRpc = ({ network, host }: { network: Network; host: string | undefined }) => {
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const name = useId()
  const { chainId } = network

  if (form === 'open')
    return (
      <RpcForm
        label={t('second_url')}
        save={(url, isAgain) => setSecond(chainId, url, host, isAgain)}
        close={() => setForm('closed')}
      />
    )
  return (
    <div className={styles.buttons}>
      <span id={name} hidden>
        {host ?? network.name}
      </span>
      <Button
        isSmall
        autoFocus={form === 'closed'}
        aria-describedby={name}
        onClick={() => setForm('open')}
      >
        {t(host ? 'second_change' : 'second_add')}
      </Button>
      {host && (
        <Button isSmall aria-describedby={name} onClick={() => void setSecond(chainId, null, host)}>
          {t('second_remove')}
        </Button>
      )}
    </div>
  )
}
