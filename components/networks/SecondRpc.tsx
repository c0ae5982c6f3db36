import { useId, useState } from 'react'
import type { Network } from '@/lib/network/network'
import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import { RpcForm } from './RpcForm'
import layout from '../ui/layout.module.css'
import { setSecond } from './setSecond'

/** Adds, changes or removes a network's second RPC. Of one that is set, only the host is known here. */
export const SecondRpc = ({ network, host }: { network: Network; host: string | undefined }) => {
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const name = useId()
  const { chainId } = network
  const removal = useAction(() => setSecond(chainId, null, host))

  if (form === 'open')
    return (
      <RpcForm
        label={t('second_url')}
        save={(url, isAgain) => setSecond(chainId, url, host, isAgain)}
        close={() => setForm('closed')}
      />
    )
  return (
    <div className={layout.wrap}>
      <span id={name} hidden>
        {host ?? titleOf(network)}
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
        <Button isSmall aria-describedby={name} onClick={removal.run}>
          {t('second_remove')}
        </Button>
      )}
      <Problem text={removal.error} />
    </div>
  )
}
