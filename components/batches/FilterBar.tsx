import { useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { journal } from '@/lib/db'
import { networks } from '@/lib/network/networks'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { useAccounts } from '../hooks/queries'
import { useDebounced } from '../hooks/useDebounced'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { hostOf } from '../text/origin'
import { Disclosure } from '../ui/Disclosure'
import { SearchField } from '../ui/SearchField'
import { Select } from '../ui/Select'
import type { ActivityFilter } from './filter'
import layout from '../ui/layout.module.css'

/** Typing rests for so long, in ms, before it is looked for. */
const rest = 250

const all = ''

/** Looks for batches by a word, and by what became of them, network, site and account. */
export const FilterBar = ({
  filter,
  onChange,
}: {
  filter: ActivityFilter
  onChange: (filter: ActivityFilter) => void
}) => {
  const [text, setText] = useState('')
  const accounts = useAccounts() ?? []
  const origins = useLiveQuery(() => journal.batches.orderBy('[origin+id]').keys()) ?? []
  const sites = [...new Set(origins.map((key) => (key as unknown as [string])[0]))]

  useDebounced(
    () => {
      if (text !== (filter.text ?? '')) onChange(change(filter, 'text', text))
    },
    rest,
    [text, filter, onChange],
  )

  return (
    <div className={`${layout.stack} ${layout.tight}`} role="search">
      <SearchField label={t('filter_search')} sought={text} onChange={setText} />
      <Disclosure title={t('filter_title')}>
        <div className={`${layout.halves} ${layout.aired}`}>
          <Select
            label={t('filter_became')}
            value={filter.became ?? all}
            options={[
              [all, t('filter_anyState')],
              ['open', t('filter_open')],
              ['done', t('filter_done')],
              ['failed', t('filter_failed')],
            ]}
            onChange={(value) => onChange(change(filter, 'became', value))}
          />
          <Select
            label={t('network')}
            value={filter.chainId ?? all}
            options={[
              [all, t('filter_anyNetwork')],
              ...networks.map((one) => [one.chainId, titleOf(one)] as const),
            ]}
            onChange={(value) => onChange(change(filter, 'chainId', value))}
          />
          <Select
            label={t('filter_site')}
            value={filter.origin ?? all}
            options={[
              [all, t('filter_anySite')],
              ...sites.map(
                (origin) =>
                  [origin, origin === internalOrigin ? t('thisWallet') : hostOf(origin)] as const,
              ),
            ]}
            onChange={(value) => onChange(change(filter, 'origin', value))}
          />
          <Select
            label={t('home_account')}
            value={filter.account ?? all}
            options={[
              [all, t('filter_anyAccount')],
              ...accounts.map(({ address, name }) => [address, name] as const),
            ]}
            onChange={(value) => onChange(change(filter, 'account', value))}
          />
        </div>
      </Disclosure>
    </div>
  )
}

/** The filter with one part changed, or taken away where it is empty. */
const change = <Name extends keyof ActivityFilter>(
  filter: ActivityFilter,
  name: Name,
  value: ActivityFilter[Name] | '',
): ActivityFilter =>
  Object.fromEntries(Object.entries({ ...filter, [name]: value }).filter(([, part]) => part !== ''))
