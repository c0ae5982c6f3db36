import { useState, type ReactNode } from 'react'
import { t, type Key } from '../text/messages'
import { Button } from '../ui/Button'
import { Section } from '../ui/Section'
import { Select } from '../ui/Select'
import layout from '../ui/layout.module.css'
import { AddressList } from './AddressList'
import { DeviceState } from './DeviceState'
import type { PathSchema } from './ledger/path'
import { readAddresses, type FoundAddress } from './ledger/readAddresses'
import { useDevice } from './useDevice'

const step = 5

const schemas: readonly [PathSchema, Key][] = [
  ['live', 'device_live'],
  ['bip44', 'device_bip44'],
  ['legacy', 'device_legacy'],
]

/**
 * The addresses of a Ledger by path, five a page, with what each has on a chain if there is one to ask; `children` acts
 * on one.
 */
export const LedgerAddresses = ({
  chainId,
  children,
}: {
  chainId: number | undefined
  children: (found: FoundAddress) => ReactNode
}) => {
  const [schema, setSchema] = useState<PathSchema>('live')
  const [first, setFirst] = useState(0)
  const [found, setFound] = useState<{ of: string; addresses: FoundAddress[] }>()
  const id = `${schema} ${first}`
  const device = useDevice(id, async (exchange) => {
    setFound({ of: id, addresses: await readAddresses(exchange, schema, first, step) })
  })
  const addresses = found?.of === id ? found.addresses : undefined

  return (
    <Section
      title={t('device_addresses')}
      aside={
        <Select
          label={t('device_paths')}
          value={schema}
          options={schemas.map(([name, text]) => [name, t(text)] as const)}
          onChange={(name) => {
            setSchema(name)
            setFirst(0)
          }}
        />
      }
    >
      {addresses ? (
        <AddressList found={addresses} pathOf={({ path }) => path} chainId={chainId}>
          {children}
        </AddressList>
      ) : (
        <DeviceState device={device} asking={t('device_reading')} />
      )}
      <div className={layout.wrap}>
        {first > 0 && (
          <Button isSmall onClick={() => setFirst(first - step)}>
            {t('device_fewer')}
          </Button>
        )}
        {addresses && (
          <Button isSmall onClick={() => setFirst(first + step)}>
            {t('device_more')}
          </Button>
        )}
      </div>
    </Section>
  )
}
