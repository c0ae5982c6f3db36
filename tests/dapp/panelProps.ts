import type { Address } from 'viem'
import type { LocalChain } from './localChain'
import type { WalletRequest } from './walletRequest'

/** Props of a tab: the account and chain in use, and the way to the wallet. */
export type PanelProps = {
  account: Address | undefined
  chainId: number | undefined
  local: LocalChain | null
  onSend: (request: WalletRequest) => void
}
