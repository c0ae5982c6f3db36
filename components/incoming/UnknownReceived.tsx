import type { Arrived } from '@/lib/incoming/incoming'
import { plural, t } from '../text/messages'
import { networkName } from '../text/network'
import { shortHex } from '../text/shortHex'
import { Disclosure } from '../ui/Disclosure'
import { Note } from '../ui/Note'
import layout from '../ui/layout.module.css'
import list from '../ui/List.module.css'

/** Unknown things about receipts: networks whose nodes tell too little, and, closed, tokens of strangers. */
export const UnknownReceived = ({ arrived }: { arrived: readonly Arrived[] }) => {
  const inState = (state: string) => [
    ...new Set(
      arrived.flatMap(({ chainId, incoming }) => (incoming.state === state ? [chainId] : [])),
    ),
  ]
  const unknown = arrived.flatMap(({ chainId, incoming }) =>
    incoming.unknown.map((one) => ({ ...one, chainId })),
  )
  return (
    <>
      {inState('refused').map((chainId) => (
        <Note key={chainId}>{t('incoming_refused', networkName(chainId))}</Note>
      ))}
      {inState('more').map((chainId) => (
        <Note key={chainId}>{t('incoming_more', networkName(chainId))}</Note>
      ))}
      {unknown.length > 0 && (
        <Disclosure title={plural('tokens_unknown', unknown.length)}>
          <Note>{t('tokens_unknownNote')}</Note>
          <ul className={list.list}>
            {unknown.map(({ chainId, token }) => (
              <li key={`${chainId} ${token}`} className={list.item}>
                <bdi className={layout.code} title={token}>
                  {shortHex(token)}
                </bdi>
                <span className={list.muted}>{networkName(chainId)}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}
