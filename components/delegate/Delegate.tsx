import type { Address } from 'viem'
import type { AccountCode } from '@/lib/delegate/account'
import { knownDelegate } from '@/lib/delegate/delegates'
import { executor } from '@/lib/delegate/executor'
import { sameAddress } from '@/lib/values/address'
import { t, type Key } from '../text/messages'
import { SingleAddress } from '../ui/SingleAddress'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'

type Kind = AccountCode['kind']

const meaningOf = (delegate: Address, kind: Kind): Key => {
  if (sameAddress(delegate, executor)) return 'smart_ours'
  return kind === 'executor' ? 'smart_runs' : 'smart_foreign'
}

/** Shows the delegate of an account by name and address, and if it is trusted; `kind` once that is known. */
export const Delegate = ({
  delegate,
  kind,
  children,
}: {
  delegate: Address
  kind: Kind | undefined
  children?: React.ReactNode
}) => (
  <div className={`${layout.stack} ${layout.tight}`}>
    <p>
      <strong className={layout.breaks}>
        {knownDelegate(delegate)?.name ?? t('smart_unknown')}
      </strong>
    </p>
    <SingleAddress value={delegate} />
    <p>{kind ? t(meaningOf(delegate, kind)) : <Skeleton width={24} />}</p>
    {children}
  </div>
)
