import type { Address } from 'viem'
import type { HeldAsset } from '@/lib/holdings/found'
import { Recorded } from '../calls/Recorded'
import { t } from '../text/messages'
import { Avatar } from '../ui/Avatar'
import { SingleAddress } from '../ui/SingleAddress'
import { Notice } from '../ui/Notice'
import type { Inspection } from './useInspection'
import layout from '../ui/layout.module.css'

/** Says who the recipient is: the whole address, whose it is, and what should make the user look twice. */
export const RecipientNotes = ({
  address,
  chainId,
  name,
  from,
  asset,
  inspection,
}: {
  address: Address
  chainId: number
  name: string | undefined
  from: Address
  asset: Pick<HeldAsset, 'address'> | undefined
  inspection: Inspection | undefined
}) => {
  const known = name ?? inspection?.contact ?? inspection?.own
  return (
    <div className={layout.stack} role="status">
      <div className={layout.pictured}>
        <Avatar address={address} size={32} />
        <span className={`${layout.stack} ${layout.flush}`}>
          {known && <strong>{known}</strong>}
          <SingleAddress value={address} />
          {known === undefined && <Recorded address={address} chainId={chainId} />}
        </span>
      </div>
      {notesOf(address, from, asset, inspection).map(([tone, text]) => (
        <Notice key={text} tone={tone}>
          {text}
        </Notice>
      ))}
    </div>
  )
}

type Note = ['bad' | 'warn' | 'info', string]

const notesOf = (
  address: Address,
  from: Address,
  asset: Pick<HeldAsset, 'address'> | undefined,
  inspection: Inspection | undefined,
): Note[] => {
  if (asset?.address === address) return [['bad', t('to_thisToken')]]
  if (address === from) return [['warn', t('to_self')]]
  if (!inspection) return []
  const { token, isContract, own, isNew } = inspection
  if (token) return [['bad', t('to_token', token.symbol)]]
  return [
    ...(isContract ? [['warn', t('to_contract')] satisfies Note] : []),
    ...(own === undefined ? [] : [['info', t('to_own')] satisfies Note]),
    ...(isNew ? [['info', t('to_new')] satisfies Note] : []),
  ]
}
