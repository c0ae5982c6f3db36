import { useMemo } from 'react'
import type { Address } from 'viem'
import { describeTypedData } from '@/lib/decode/descriptors/describe'
import type { TypedData } from '@/lib/sign/typedData'
import { useRegistry } from '../calls/useRegistry'
import { Words } from '../calls/Words'
import { t } from '../text/messages'
import { Section } from '../ui/Section'

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
  const registry = useRegistry(true)
  const said = useMemo(
    () => registry && describeTypedData(registry, { chainId, from, typedData }),
    [registry, chainId, from, typedData],
  )
  return (
    said && (
      <Section title={t('words_title')}>
        <Words said={said} place={{ chainId, from, tokens: undefined }} />
      </Section>
    )
  )
}
