import { encodeFunctionData, erc20Abi } from 'viem'
import { nodeWords } from '../../../lib/network/refusal.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob, stranger } from '../../unit/accounts.ts'
import { openConnected, sendUnmined } from '../support/walletPages.ts'
import { startBaseAgain } from '../support/stage.ts'
import { weiOf } from '../support/chainState.ts'
import { payments, request, settled, statusOf } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

type Refused = { code: number; message: string }

/** Sends a request to the node directly; its error's words are cut, as the wallet hands them on. */
const direct = async (url: string, method: string, params: unknown[]) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: Refused }
  return error ? { error: { ...error, message: nodeWords(error.message) } } : { result }
}

test('reads of the chain are answered as the node answers them', async ({ chains, connected }) => {
  const { url, contracts } = chains.local
  const { usdc } = contracts
  const balanceOf = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [alice],
  })
  const calls = [
    { from: alice, to: stranger, value: '0x1' },
    { to: usdc, input: '0xffffffff' },
  ]
  const simulation = {
    blockStateCalls: [
      {
        calls,
        stateOverrides: { [bob]: { balance: '0x9' } },
        blockOverrides: { time: '0x7fffffff' },
      },
    ],
    traceTransfers: true,
  }
  const requests: [method: string, params: unknown[]][] = [
    ['eth_getBlockByNumber', ['latest', false]],
    ['eth_getBlockByNumber', ['0x1', true]],
    ['eth_getBlockByNumber', ['0xffffff', false]],
    ['eth_call', [{ to: usdc, data: balanceOf }, 'pending']],
    ['eth_call', [{ to: usdc, data: balanceOf }, '0x0']],
    ['eth_simulateV1', [simulation, 'latest']],
    ['eth_getTransactionCount', [alice, 'pending']],
    ['eth_getTransactionCount', [bob, 'earliest']],
    ['eth_getCode', [usdc, 'pending']],
    ['eth_getCode', [alice, 'safe']],
    ['eth_getBalance', [alice, 'pending']],
    ['eth_getBalance', [alice, 'finalized']],
    ['eth_getBalance', ['nobody', 'latest']],
    ['eth_feeHistory', ['0x2', 'latest', [50]]],
  ]
  for (const [method, params] of requests)
    expect(await request(connected, method, params), method).toEqual(
      await direct(url, method, params),
    )

  const pending = await request(connected, 'eth_getBlockByNumber', ['pending', false])
  const latest = Number(await rpc(url, 'eth_blockNumber'))
  expect(pending).toMatchObject({ result: { number: `0x${(latest + 1).toString(16)}` } })

  const [tooMuch] = [
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 2n ** 255n] }),
  ]
  const reverting = [{ from: stranger, to: usdc, data: tooMuch }, 'latest']
  const reverted = await request(connected, 'eth_call', reverting)
  expect(reverted).toEqual(await direct(url, 'eth_call', reverting))
  expect(reverted.error?.message).toContain('execution reverted')
  expect(String(reverted.error?.data)).toMatch(/^0x[0-9a-f]{200}$/)
})

test('a node that does not answer is 4901 by the name of its network', async ({
  chains,
  wallet,
  dapp,
}) => {
  const page = await openConnected(wallet, dapp.url, 'Base')
  const read = () => request(page, 'eth_getBalance', [stranger, 'latest'])
  expect(await read()).toEqual({ result: '0x0' })
  await chains.base.stop()
  try {
    const { error } = await read()
    expect(error?.code).toBe(4901)
    expect(error?.message).toContain('Base')
    expect(error?.message).not.toMatch(/http|127|localhost|:\d/)
    expect(await request(page, 'eth_chainId')).toEqual({ result: '0x2105' })
  } finally {
    await startBaseAgain(chains)
  }
  expect(await read()).toEqual({ result: '0x0' })
})

test('a local chain that was started anew ends what was sent to the old one', async ({
  chains,
  wallet,
  dapp,
}) => {
  const page = await openConnected(wallet, dapp.url, 'Base')
  const over = { chainId: '0x2105', calls: payments.slice(0, 1) }
  const { url, id } = await sendUnmined(chains.base, wallet, page, over)

  await chains.base.stop()
  try {
    expect((await statusOf(page, id)).status).toBe(100)
  } finally {
    await startBaseAgain(chains)
  }
  expect(await settled(page, id)).toMatchObject({ status: 400 })
  expect(await weiOf(url, stranger)).toBe(0n)
})
