import type { WalletRequest } from '../walletRequest'
import { readAction } from './action'
import { ethersCode } from './ethers'
import { viemCode } from './viem'
import { wagmiCode } from './wagmi'

/** The client libraries that a request can be written for. */
export const libraries = {
  viem: (request: WalletRequest) => viemCode(readAction(request)),
  wagmi: (request: WalletRequest) => wagmiCode(readAction(request)),
  ethers: (request: WalletRequest) => ethersCode(readAction(request), request),
}
