import { keccak256 } from 'viem'
import { knownDelegate } from '@/lib/delegate/delegates'
import { typedDataDigests } from '@/lib/sign/hashTypedData'
import { messageHash } from '@/lib/sign/signRequest'
import { Digest } from '../signing/Digest'
import { number, t } from '../text/messages'
import { networkName } from '../text/network'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import layout from '../ui/layout.module.css'
import type { DeviceRequest } from './ledger/signOnDevice'

/**
 * Texts that a device is about to show, with the digests to compare, in the order in which it shows them. `isQr`: of one
 * that reads QR codes, which may be anybody's.
 */
export const DeviceTexts = ({ asked, isQr }: { asked: DeviceRequest; isQr: boolean }) => {
  const fields = isQr ? 'qr_showsFields' : 'device_showsFields'
  switch (asked.kind) {
    case 'authorization': {
      const { address, chainId, nonce } = asked.authorization
      const name = knownDelegate(address)?.name
      return (
        <>
          <p>{t(name ? 'device_showsUpgrade' : 'device_showsRevocation')}</p>
          <Facts
            rows={[
              [t('device_code'), <Hex key="code" value={address} />],
              ...(name ? [[t('device_codeName'), name] as const] : []),
              [t('network'), networkName(chainId)],
              [t('device_nonce'), number(nonce)],
            ]}
          />
        </>
      )
    }
    case 'transaction':
      return (
        <>
          <p>{t(isQr ? 'qr_showsTransaction' : 'device_showsTransaction')}</p>
          <dl className={layout.stack}>
            <Digest name={t('device_hash')} value={keccak256(asked.unsigned)} />
          </dl>
        </>
      )
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
