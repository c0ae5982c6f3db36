import { ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Network } from '@/lib/network/network'
import type { Pulse } from '@/lib/network/probe'
import { useOwnRpcCount } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { count } from '../text/amount'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import { Host } from '../ui/Host'
import { IconButton } from '../ui/IconButton'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import { addRpc } from './addRpc'
import { removeRpc } from './removeRpc'
import { RpcForm } from './RpcForm'
import layout from '../ui/layout.module.css'
import { usePulses } from './usePulses'

/** The RPCs of a network in the order they are asked, each with how it is now. */
export const Rpcs = ({ network }: { network: Network }) => {
  const { chainId, hosts, isCustom } = network
  const own = useOwnRpcCount(chainId)
  const pulses = usePulses(chainId, hosts)
  const [isAdding, setAdding] = useState(false)
  const change = useAction(async (act: () => Promise<unknown>) => {
    await act()
    return undefined
  })
  const edit = (edit: Parameters<typeof wallet<'editNetwork'>>[1]['edit']) =>
    change.run(() => wallet('editNetwork', { chainId, edit }))
  const isPublicToo = own !== undefined && own < hosts.length

  return (
    <Section title={t('rpcs')}>
      <Note>{t('rpcs_note')}</Note>
      <ol className={`${layout.stack} ${layout.flush}`}>
        {hosts.map((host, index) => (
          <li
            key={`${index} ${host}`}
            className={`${layout.spread} ${layout.aired} ${layout.ruled}`}
          >
            <div className={`${layout.stack} ${layout.flush}`}>
              <Host origin={host} />
              <span className={layout.muted}>
                {own !== undefined && index >= own && `${t('rpcs_public')} · `}
                <State pulse={pulses?.[index]} />
              </span>
            </div>
            {own !== undefined && index < own && (
              <div className={`${layout.row} ${layout.tight}`}>
                {index > 0 && (
                  <IconButton
                    icon={ArrowUp}
                    label={t('rpcs_raise', host)}
                    onClick={() => edit({ raise: index })}
                  />
                )}
                {!(isCustom && hosts.length === 1) && (
                  <IconButton
                    icon={Trash2}
                    label={t('rpcs_remove', host)}
                    onClick={() => change.run(() => removeRpc(chainId, index, host))}
                  />
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      <Problem text={change.error} />
      {!isCustom && own !== undefined && own > 0 && (
        <Checkbox isChecked={isPublicToo} onChange={(to) => edit({ isPublicToo: to })}>
          {t('rpcs_publicToo')}
        </Checkbox>
      )}
      {isAdding ? (
        <RpcForm
          label={t('rpcs_url')}
          save={(url, isAgain) => addRpc(chainId, url, isAgain)}
          close={() => setAdding(false)}
        />
      ) : (
        <div>
          <Button isSmall onClick={() => setAdding(true)}>
            {t('rpcs_add')}
          </Button>
        </div>
      )}
    </Section>
  )
}

const State = ({ pulse }: { pulse: Pulse | undefined }) => {
  if (!pulse) return <Skeleton width={18} />
  if (pulse.isOther) return t('rpcs_otherChain')
  if (pulse.latency === undefined) return t('rpcs_silent')
  return pulse.height === undefined
    ? t('rpcs_latency', pulse.latency)
    : t('rpcs_alive', pulse.latency, count(pulse.height))
}
