import { zeroAddress, type Address } from 'viem'
import { deviceExecutor } from '@/lib/delegate/executor'
import { typedDataDigests } from '@/lib/sign/hashTypedData'
import { messageHash } from '@/lib/sign/signRequest'
import { sameAddress } from '@/lib/values/address'
import { Digest } from '../signing/Digest'
import { number, t } from '../text/messages'
import { networkName } from '../text/network'
import { Facts } from '../ui/Facts'
import { SingleAddress } from '../ui/SingleAddress'
import layout from '../ui/layout.module.css'
import type { Authorization } from './ledger/authorization'
import type { DeviceRequest } from './ledger/signOnDevice'
import { TransactionTexts } from './TransactionTexts'

/** Names that Ledger's app has for the delegates on its list, which it shows in place of their addresses. */
const listed: readonly (readonly [delegate: Address, name: string])[] = [
  [deviceExecutor, 'Simple7702Account'],
]

/**
 * Texts that a Ledger shows of an authorization, in its order (src/nbgl/ui_sign_authorization_7702.c and
 * ui_sign_revocation_7702.c), and what it signs without showing it.
 */
const AuthorizationTexts = ({
  authorization: { address, chainId, nonce },
  account,
}: {
  authorization: Authorization
  account: Address
}) => {
  const accountRow = [t('device_account'), <SingleAddress key="account" value={account} />] as const
  const networkRow = [t('network'), networkName(chainId)] as const
  const nonceRow = [t('device_nonce'), number(nonce)] as const
  const isUpgrade = !sameAddress(address, zeroAddress)
  if (!isUpgrade)
    return (
      <>
        <p>{t('device_showsRevocation')}</p>
        <Facts rows={[accountRow, networkRow]} />
        <p>{t('device_hidden')}</p>
        <Facts rows={[nonceRow]} />
      </>
    )
  const code = <SingleAddress key="code" value={address} />
  const name = listed.find(([delegate]) => sameAddress(delegate, address))?.[1]
  const delegate = name === undefined ? code : <span>{name}</span>
  return (
    <>
      <p>{t('device_showsUpgrade')}</p>
      <Facts rows={[accountRow, [t('device_delegate'), delegate], networkRow]} />
      <p>{t('device_hidden')}</p>
      <Facts rows={[[t('device_code'), code], nonceRow]} />
    </>
  )
}

/**
 * Texts that a device is about to show to the account's user, with the digests to compare, in the order in which it shows
 * them. `isQr`: of one that reads QR codes, which may be anybody's.
 */
export const DeviceTexts = ({
  asked,
  account,
  isQr,
}: {
  asked: DeviceRequest
  account: Address
  isQr: boolean
}) => {
  const fields = isQr ? 'qr_showsFields' : 'device_showsFields'
  switch (asked.kind) {
    case 'authorization':
      return <AuthorizationTexts authorization={asked.authorization} account={account} />
    case 'transaction':
      return <TransactionTexts unsigned={asked.unsigned} from={account} isQr={isQr} />
    case 'message':
      return (
        <>
          <p>{t(isQr ? 'qr_showsMessage' : 'device_showsMessage')}</p>
          <dl className={layout.stack}>
            <Digest name={t('digest_personal')} value={messageHash(asked)} />
          </dl>
        </>
      )
    case 'typed data':
    case 'hashes': {
      const { domainHash, messageHash: ofMessage } =
        asked.kind === 'hashes' ? asked.digests : typedDataDigests(asked.typedData)
      return (
        <>
          <p>{t(asked.kind === 'hashes' ? 'device_showsHashes' : fields)}</p>
          <dl className={layout.stack}>
            <Digest name={t('digest_domain')} value={domainHash} />
            <Digest name={t('digest_message')} value={ofMessage} />
          </dl>
        </>
      )
    }
  }
}
