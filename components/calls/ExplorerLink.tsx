import { ExternalLink } from 'lucide-react'
import type { Address } from 'viem'
import { findNetwork } from '@/lib/network/networks'
import { t } from '../text/messages'
import styles from '../ui/Button.module.css'

/** Leads to an address on the network's explorer, asked only on a click; none where a site may have named the explorer. */
export const ExplorerLink = ({ address, chainId }: { address: Address; chainId: number }) => {
  const { explorer, isCustom } = findNetwork(chainId) ?? {}
  if (!explorer || isCustom) return null
  const url = new URL(`${explorer.replace(/\/$/, '')}/address/${address}`)
  const name = t('batch_explorer', url.host)
  return (
    <a
      className={styles.icon}
      href={url.href}
      target="_blank"
      rel="noreferrer"
      aria-label={name}
      title={name}
    >
      <ExternalLink size={16} aria-hidden />
    </a>
  )
}
