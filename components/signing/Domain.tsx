import { getAddress, isAddress } from 'viem'
import { chainOf } from '@/lib/sign/orders'
import type { TypedData, Value } from '@/lib/sign/typedData'
import { networkName } from '../text/network'
import { visibleName } from '../text/visible'
import { Facts } from '../ui/Facts'
import { LongText } from '../ui/LongText'
import { ShortAddress } from '../ui/ShortAddress'
import { DataTable } from './DataTable'
import { typedDataRows } from './rows'
import { t } from '../text/messages'

const usual = ['name', 'version', 'chainId', 'verifyingContract']

/** The domain of typed data: the app it says it is for, the network and the contract that checks it, after `known`. */
export const Domain = ({
  typedData,
  known,
}: {
  typedData: TypedData
  /** Rows about the type that stand in the same columns. */
  known: readonly (readonly [name: string, value: string])[]
}) => {
  const { domain, types } = typedData
  const chain = chainOf(typedData)
  const others = (types.EIP712Domain ?? []).filter(({ name }) => !usual.includes(name))
  return (
    <>
      <Facts
        rows={[
          ...known,
          [t('domain_name'), <Written key="name" value={domain.name} />],
          ...(domain.version === undefined
            ? []
            : [[t('domain_version'), <Written key="version" value={domain.version} />] as const]),
          [
            t('network'),
            typeof chain === 'bigint' ? networkName(Number(chain)) : t('domain_every'),
          ],
          [t('domain_contract'), <Written key="contract" value={domain.verifyingContract} />],
        ]}
      />
      {others.length > 0 && <DataTable rows={typedDataRows(types, others, domain)} />}
    </>
  )
}

/** Shows a text of the site; an address by its ends, in its checksum, as the exact data below have it whole. */
const Written = ({ value }: { value: Value | undefined }) => {
  if (value === undefined) return <>{t('none')}</>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return isAddress(text) ? (
    <ShortAddress value={getAddress(text)} />
  ) : (
    <LongText text={visibleName(text)} most={200} />
  )
}
