import { useMemo } from 'react'
import type { Hex } from 'viem'
import { typedDataDigests } from '@/lib/sign/hashTypedData'
import type { TypedData } from '@/lib/sign/typedData'
import { t } from '../text/messages'
import { Disclosure } from '../ui/Disclosure'
import layout from '../ui/layout.module.css'
import { Digest } from './Digest'

/** Shows the digests of a signature (ERC-8213), closed at first, to compare with a device or a second machine. */
export const TypedDataDigests = ({ typedData }: { typedData: TypedData }) => (
  <Disclosure title={t('digests')}>
    <p>{t('digests_why')}</p>
    <OfTypedData typedData={typedData} />
  </Disclosure>
)

/** Hashes only once it is opened: long data take their time. */
const OfTypedData = ({ typedData }: { typedData: TypedData }) => {
  const { domainHash, messageHash, digest } = useMemo(
    () => typedDataDigests(typedData),
    [typedData],
  )
  return (
    <dl className={layout.stack}>
      <Digest name={t('digest_typedData')} value={digest} />
      <Digest name={t('digest_domain')} value={domainHash} />
      <Digest name={t('digest_message')} value={messageHash} />
    </dl>
  )
}

/** The digest of a message (EIP-191), for which ERC-8213 has no name. */
export const MessageDigest = ({ hash }: { hash: Hex }) => (
  <Disclosure title={t('digests')}>
    <p>{t('digests_why')}</p>
    <dl className={layout.stack}>
      <Digest name={t('digest_personal')} value={hash} />
    </dl>
  </Disclosure>
)
