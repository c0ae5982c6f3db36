import { lazy, Suspense, useMemo } from 'react'
import type { Address } from 'viem'
import type { TypedData } from '@/lib/sign/typedData'
import { useDescriber } from '../calls/useDescriber'
import { t } from '../text/messages'
import { Section } from '../ui/Section'

const Words = lazy(async () => ({ default: (await import('../calls/Words')).Words }))

/** Typed data that Volley cannot read, in the words of the contract's publisher; nothing if there are none. */
export const Descriptor = ({
  chainId,
  from,
  typedData,
}: {
  chainId: number
  from: Address
  typedData: TypedData
}) => {
  const describer = useDescriber(true)
  const said = useMemo(
    () => describer?.typedData({ chainId, from, typedData }),
    [describer, chainId, from, typedData],
  )
  return (
    said && (
      <Section title={t('words_title')}>
        <Suspense>
          <Words said={said} place={{ chainId, from, tokens: undefined }} />
        </Suspense>
      </Section>
    )
  )
}
