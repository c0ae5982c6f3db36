import type { Address, Hex } from 'viem'
import { compile } from './compile.ts'
import { executor } from './executor.ts'
import { rpc } from './rpc.ts'

/** Addresses of other wallets' delegates (EIP-7702) that Volley knows. */
export const listed = {
  simple: '0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9',
  simple09: '0xa46cc63eBF4Bd77888AA327837d20b23A63a56B5',
  metaMask: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
  ambire: '0x8D6220c9961E8DD1844108C854F514E120226E20',
  okx: '0x80296FF8D1ED46f8e3C7992664D13B833504c2Bb',
  coinbase: '0x7702cb554e6bFb442cb743A7dF23154544a7176C',
  kernel: '0xd6CEDDe84be40893d153Be9d467CD6aD37875b28',
} as const satisfies Record<string, Address>

/** Address of a delegate that is on no list. */
export const unlisted: Address = '0x00000000000000000000000000000000DeaDBeef'

type Contract =
  | 'Erc7821Executor'
  | 'SenderExecutor'
  | 'SelfExecutor'
  | 'SwallowingExecutor'
  | 'IgnoringExecutor'
  | 'RefusingExecutor'
  /** Code of Volley's own executor. */
  | 'Simple7702Account'

/** Puts a contract's code at a delegate's address and delegates the account to it (EIP-7702). */
export const delegateTo = async (
  url: string,
  account: Address,
  delegate: Address,
  contract: Contract,
): Promise<void> => {
  const code =
    contract === 'Simple7702Account'
      ? await rpc<Hex>(url, 'eth_getCode', [executor, 'latest'])
      : (await compile())[contract]?.runtime
  await rpc(url, 'anvil_setCode', [delegate, code])
  await rpc(url, 'anvil_setCode', [account, `0xef0100${delegate.slice(2)}`])
}
