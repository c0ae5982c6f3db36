import type { ReactNode } from 'react'
import type { Finding, ProposedAsset } from '@/lib/holdings/proposed'
import { units } from '../text/amount'
import { t } from '../text/messages'
import { networkName } from '../text/network'
import { Account } from '../ui/Account'
import { Button } from '../ui/Button'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import styles from './AddNetwork.module.css'
import doubts from './Doubts.module.css'
import { Request, type RequestProps } from './Request'
import { useAssetCheck } from './useAssetCheck'
import { useDecision } from './useDecision'

type Told = Extract<Finding, { found: 'ok' }>

const standards = { ERC20: 'ERC-20', ERC721: 'ERC-721', ERC1155: 'ERC-1155' } as const

/** `wallet_watchAsset`: a token as the chain tells it, not as the site does. */
export const WatchAsset = (props: RequestProps) => {
  const { row } = props
  const asset = row.params as ProposedAsset
  const { type, options, chainId, account } = asset
  const { finding, again } = useAssetCheck(row.id)
  const decide = useDecision(row.id)
  const told = finding?.found === 'ok' ? finding : undefined

  return (
    <Request
      {...props}
      asks={t('watchAssetAsks')}
      about={<Account address={account} />}
      decide={decide}
      approval={told ? { decision: {}, seen: row.id } : undefined}
      terms={
        <>
          {!finding && <p>{t('watchAssetAsking')}</p>}
          {finding && !told && <Refused found={finding.found} asset={asset} again={again} />}
        </>
      }
    >
      {told && <Doubts told={told} asset={asset} />}
      <Section title={t('watchAssetTitle')}>
        <Facts
          rows={[
            ...(told || !finding ? tellings(asset, told) : []),
            [t('watchAssetStandard'), standards[type]],
            ...(options.tokenId === undefined
              ? []
              : [[t('watchAssetItem'), `#${options.tokenId}`] as const]),
            [t('watchAssetNetwork'), networkName(chainId)],
            [t('watchAssetContract'), <Hex value={options.address} />],
          ]}
        />
      </Section>
      <Section title={t('watchAssetMeansTitle')}>
        <p>{t('watchAssetMeans')}</p>
      </Section>
    </Request>
  )
}

/** What only the chain can tell; places for it while it is asked. */
const tellings = ({ type }: ProposedAsset, told: Told | undefined): [string, ReactNode][] => {
  const unknown = told ? t('watchAssetUnknown') : <Skeleton width={10} />
  const { symbol, name, decimals, amount } = told ?? {}
  return [
    [t('watchAssetSymbol'), symbol ? <bdi>{symbol}</bdi> : unknown],
    ...(name ? [[t('watchAssetName'), <bdi>{name}</bdi>] as [string, ReactNode]] : []),
    ...(type === 'ERC20'
      ? [[t('watchAssetDecimals'), decimals ?? unknown] as [string, ReactNode]]
      : []),
    [
      t('watchAssetBalance'),
      amount === undefined ? unknown : `${units(BigInt(amount), decimals ?? 0)} ${symbol ?? ''}`,
    ],
  ]
}

/** What the site said otherwise, and whose symbol it is besides. */
const Doubts = ({ told, asset: { options, type } }: { told: Told; asset: ProposedAsset }) => {
  const { symbol, decimals, twin } = told
  const isOther = options.symbol !== undefined && symbol !== undefined && options.symbol !== symbol
  const isOtherPoint =
    type === 'ERC20' && options.decimals !== undefined && options.decimals !== decimals
  const isNameless = symbol === undefined && type === 'ERC20'
  if (!isOther && !isOtherPoint && !isNameless && !twin) return null
  return (
    <div className={doubts.doubts}>
      {isOther && (
        <Notice tone="warn">{t('watchAssetOtherSymbol', options.symbol ?? '', symbol)}</Notice>
      )}
      {isOtherPoint && (
        <Notice tone="warn">
          {t('watchAssetOtherDecimals', options.decimals ?? 0, decimals ?? 0)}
        </Notice>
      )}
      {isNameless && <Notice tone="warn">{t('watchAssetNoSymbol')}</Notice>}
      {twin === 'native' && <Notice tone="warn">{t('watchAssetLikeCoin', symbol ?? '')}</Notice>}
      {twin && twin !== 'native' && (
        <Notice tone="warn">
          {t('watchAssetLikeToken', symbol ?? '')} <Hex value={twin} />
        </Notice>
      )}
    </div>
  )
}

/** Why nothing can be added. */
const Refused = ({
  found,
  asset: { type, chainId },
  again,
}: {
  found: Exclude<Finding['found'], 'ok'> | 'no answer' | 'ok'
  asset: ProposedAsset
  again: () => void
}) => {
  if (found === 'no answer')
    return (
      <Notice tone="warn" isAlert>
        {t('watchAssetNoAnswer')}
        <span className={styles.mend}>
          <Button isSmall onClick={again}>
            {t('networkTryAgain')}
          </Button>
        </span>
      </Notice>
    )
  const sentence = {
    'no contract': t('watchAssetNoContract', networkName(chainId)),
    'other standard': t(
      type === 'ERC20' ? 'watchAssetNoToken' : 'watchAssetNoItem',
      standards[type],
    ),
    'not owned': t('watchAssetNotOwned'),
    ok: '',
  }[found]
  return (
    <Notice tone="bad" isAlert>
      {sentence}
    </Notice>
  )
}
