import { useState } from 'react'
import type { Network } from '@/lib/network/network'
import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import { removeNetwork } from './removeRpc'

const answers = { done: undefined, live: 'network_live', asked: 'network_asked' } as const

/** Removes a network of the user's own, at a second click. */
export const RemoveNetwork = ({ network }: { network: Network }) => {
  const { chainId, name, hosts } = network
  const [isSure, setSure] = useState(false)

  const { run, error } = useAction(async () => {
    const answer = answers[await removeNetwork(chainId, hosts)]
    if (answer) return t(answer)
    location.hash = 'networks'
    return undefined
  })

  return (
    <Section title={t('network_remove')}>
      <p>{t('network_removeNote')}</p>
      {error && (
        <Notice tone="warn" isAlert>
          {error}
        </Notice>
      )}
      <div>
        {isSure ? (
          <Button isSmall kind="danger" onClick={run}>
            {t('network_removeSure', name)}
          </Button>
        ) : (
          <Button isSmall onClick={() => setSure(true)}>
            {t('network_remove')}
          </Button>
        )}
      </div>
    </Section>
  )
}
