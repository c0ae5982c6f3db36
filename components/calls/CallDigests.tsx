import type { Call } from '@/lib/db'
import { t } from '../text/messages'
import { Disclosure } from '../ui/Disclosure'
import { loadedLater } from '../hooks/loadedLater'

/** Few compare them. */
const DigestsOfCalls = loadedLater(async () => (await import('./DigestsOfCalls')).DigestsOfCalls)

/** The Calldata Digest of each call of a batch (ERC-8213), closed at first. */
export const CallDigests = ({ calls }: { calls: readonly Call[] }) => (
  <Disclosure title={t('digests')}>
    <p>{t('digests_ofCalls')}</p>
    <DigestsOfCalls calls={calls} />
  </Disclosure>
)
