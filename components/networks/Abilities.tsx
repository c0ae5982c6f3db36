import { useEffect, useState } from 'react'
import type { Abilities as Found } from '@/lib/wallet'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Facts } from '../ui/Facts'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'

/** Shows the features of a network's node, which are probed when the section opens. */
export const Abilities = ({ chainId }: { chainId: number }) => {
  const [found, setFound] = useState<Found>()

  useEffect(() => {
    let isShown = true
    void wallet('probeNetwork', { chainId })
      .catch((): Found => ({}))
      .then((answer) => isShown && setFound(answer))
    return () => {
      isShown = false
    }
  }, [chainId])

  const word = (is: boolean | undefined, no: 'abilities_no' | 'abilities_notSeen') => {
    if (!found) return <Skeleton width={6} />
    if (is === undefined) return t('abilities_unknown')
    return t(is ? 'abilities_yes' : no)
  }
  return (
    <Section title={t('abilities')}>
      <Facts
        rows={[
          [t('abilities_simulate'), word(found?.simulates, 'abilities_no')],
          [t('abilities_atomic'), word(found?.eip7702, 'abilities_no')],
          [t('abilities_preconfirms'), word(found?.preconfirms, 'abilities_notSeen')],
        ]}
      />
    </Section>
  )
}
