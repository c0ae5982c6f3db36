import {
  ERC20BalanceChangeEnforcer,
  NativeBalanceChangeEnforcer,
} from '@metamask/delegation-abis/bytecode'
import type { Address, Hex } from 'viem'
import { enforcers } from '@/lib/lock/hooks'
import { rpc } from './rpc.ts'

/** Puts MetaMask's enforcers of balance changes of their npm package on a chain, at their addresses on Base. */
export const plantEnforcers = async (url: string, from: Address): Promise<void> => {
  const code = { ERC20: ERC20BalanceChangeEnforcer, native: NativeBalanceChangeEnforcer }
  for (const name of ['ERC20', 'native'] as const) {
    const call = { from, data: code[name] as Hex, gas: '0xffffff' }
    const runtime = await rpc<Hex>(url, 'eth_call', [call, 'latest'])
    await rpc(url, 'anvil_setCode', [enforcers[name], runtime])
  }
}
