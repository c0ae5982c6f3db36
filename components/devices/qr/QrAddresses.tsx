import { useState, type ReactNode } from 'react'
import { useAction } from '../../hooks/useAction'
import { t } from '../../text/messages'
import { Button } from '../../ui/Button'
import { Problem } from '../../ui/Problem'
import { Section } from '../../ui/Section'
import layout from '../../ui/layout.module.css'
import { AddressList } from '../AddressList'
import { findAddresses, hasFrom, type FoundQr } from './findAddresses'
import { readKeys, type QrKey } from './keys'
import { Scanner } from './Scanner'

const step = 5

const pathOf = ({ path, steps }: FoundQr): string => (steps === '' ? path : `${path}/${steps}`)

/**
 * The addresses below the keys that a device shows, five a page, with what each has on a chain if there is one to ask;
 * `children` acts on one.
 */
export const QrAddresses = ({
  chainId,
  children,
}: {
  chainId: number | undefined
  children: (found: FoundQr) => ReactNode
}) => {
  const [shown, setShown] = useState<{ keys: QrKey[]; first: number; found: FoundQr[] }>()
  const show = async (keys: QrKey[], first: number) =>
    setShown({ keys, first, found: await findAddresses(keys, first, step) })
  const { run, error } = useAction(async (first: number) => {
    if (shown) await show(shown.keys, first)
    return undefined
  })

  if (!shown)
    return (
      <Section title={t('qr_scan')}>
        <Scanner
          onMessage={(message) =>
            Promise.resolve(message)
              .then(readKeys)
              .then((keys) => show(keys, 0))
          }
        />
      </Section>
    )
  const { keys, first, found } = shown
  return (
    <Section title={t('device_addresses')}>
      <AddressList found={found} pathOf={pathOf} chainId={chainId}>
        {children}
      </AddressList>
      <Problem text={error} />
      <div className={layout.wrap}>
        {first > 0 && (
          <Button isSmall onClick={() => run(first - step)}>
            {t('device_fewer')}
          </Button>
        )}
        {hasFrom(keys, first + step) && (
          <Button isSmall onClick={() => run(first + step)}>
            {t('device_more')}
          </Button>
        )}
        <Button isSmall onClick={() => setShown(undefined)}>
          {t('qr_another')}
        </Button>
      </div>
    </Section>
  )
}
