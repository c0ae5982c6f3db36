import { useId, useState } from 'react'
import type { Network } from '@/lib/network/network'
import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import { RpcForm } from './RpcForm'
import layout from '../ui/layout.module.css'
import { setAside, type Aside } from './setAside'

const labels = {
  second: { url: 'second_url', add: 'second_add' },
  send: { url: 'sendRpc_url', add: 'sendRpc_add' },
  paymaster: { url: 'paymaster_url', add: 'paymaster_add' },
  bundler: { url: 'bundler_url', add: 'bundler_add' },
} as const

/**
 * Adds, changes or removes an RPC beside a network's own ones. Of one that is set, only the host is known
 * here.
 */
export const AsideRpc = ({
  aside,
  network,
  host,
}: {
  aside: Aside
  network: Network
  host: string | undefined
}) => {
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const name = useId()
  const { chainId } = network
  const removal = useAction(() => setAside(aside, chainId, null, host))

  if (form === 'open')
    return (
      <RpcForm
        label={t(labels[aside].url)}
        save={(url, isAgain) => setAside(aside, chainId, url, host, isAgain)}
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
        {t(host ? 'second_change' : labels[aside].add)}
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
