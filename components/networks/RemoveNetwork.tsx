import { useState } from 'react'
import type { Network } from '@/lib/network/network'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import { removeNetwork } from './removeRpc'

const answers = { done: undefined, live: 'network_live', asked: 'network_asked' } as const

/** Removes a network of the user's own, at a second click. */
export const RemoveNetwork = ({ network: { chainId, name, hosts } }: { network: Network }) => {
  const [isSure, setSure] = useState(false)
  const [problem, setProblem] = useState<string>()

  const remove = async () => {
    try {
      const answer = answers[await removeNetwork(chainId, hosts)]
      if (answer) setProblem(t(answer))
      else location.hash = 'networks'
    } catch (error) {
      setProblem(sentenceOfError(error))
    }
  }

  return (
    <Section title={t('network_remove')}>
      <p>{t('network_removeNote')}</p>
      {problem && (
        <Notice tone="warn" isAlert>
          {problem}
        </Notice>
      )}
      <div>
        {isSure ? (
          <Button isSmall kind="danger" onClick={() => void remove()}>
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
