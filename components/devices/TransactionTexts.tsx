import type { ReactNode } from 'react'
import { getAddress, keccak256, parseTransaction, type Address, type Hex as Bytes } from 'viem'
import { Digest } from '../signing/Digest'
import { t } from '../text/messages'
import { native } from '../text/native'
import { networkName } from '../text/network'
import { ExactAmount } from '../ui/ExactAmount'
import { Facts } from '../ui/Facts'
import { SingleAddress } from '../ui/SingleAddress'
import layout from '../ui/layout.module.css'

/** The one network that Ledger's app does not name. */
const unnamed = 1

/**
 * Facts of a transaction, in the order in which Ledger's app shows them (src/nbgl/ui_approve_tx.c, `setTagValuePairs`):
 * no amount where there is none beside data, and no network on Ethereum. Other devices have orders of their own, which
 * nobody knows here, and get all facts.
 */
const factsOf = (unsigned: Bytes, from: Address, isQr: boolean) => {
  const {
    to,
    value = 0n,
    data = '0x',
    gas = 0n,
    gasPrice = 0n,
    maxFeePerGas = gasPrice,
    chainId = unnamed,
  } = parseTransaction(unsigned)
  const hasData = data !== '0x'
  const exact = (wei: bigint) => <ExactAmount text={native(wei, chainId)} />
  const rows: (readonly [name: string, value: ReactNode])[] = [
    [t('part_from'), <SingleAddress key="from" value={from} />],
  ]
  if (isQr || !hasData || value > 0n) rows.push([t('device_amount'), exact(value)])
  rows.push([
    t('part_to'),
    to ? <SingleAddress key="to" value={getAddress(to)} /> : t('out_newContract'),
  ])
  rows.push([t('device_maxFees'), exact(gas * maxFeePerGas)])
  if (isQr || chainId !== unnamed) rows.push([t('network'), networkName(chainId)])
  return { rows, hasData }
}

/** Texts that a device shows of a transaction, and its hash to compare. */
export const TransactionTexts = ({
  unsigned,
  from,
  isQr,
}: {
  unsigned: Bytes
  from: Address
  isQr: boolean
}) => {
  const { rows, hasData } = factsOf(unsigned, from, isQr)
  return (
    <>
      <p>{t(isQr ? 'qr_showsTransaction' : 'device_showsTransaction')}</p>
      <Facts rows={rows} />
      {!isQr && !hasData && <p>{t('device_hashSetting')}</p>}
      <dl className={layout.stack}>
        <Digest name={t('device_hash')} value={keccak256(unsigned)} />
      </dl>
    </>
  )
}
