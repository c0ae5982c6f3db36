import { createPublicClient, hashMessage, hashTypedData, http, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { delegation, executor } from '../../../lib/delegate/executor.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob, keys, stranger } from '../../unit/accounts.ts'
import { localMail as data } from '../../unit/sign/typedDataSamples.ts'
import { close, countWindows, decided } from '../support/walletPages.ts'
import { signed, viemOn } from '../support/clients.ts'
import { receiptOf } from '../support/chainState.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

test('the signatures of a delegated account hold on chain (ERC-1271) @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  await rpc(url, 'anvil_setCode', [alice, delegation(executor)])
  const viem = viemOn(connected)
  const node = createPublicClient({ transport: http(url, { timeout: 120_000 }) })
  const isValid = async (hash: `0x${string}`, signature: `0x${string}`) =>
    (await node.readContract({
      abi: [
        {
          type: 'function',
          name: 'isValidSignature',
          stateMutability: 'view',
          inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
          outputs: [{ type: 'bytes4' }],
        },
      ] as const,
      address: alice,
      functionName: 'isValidSignature',
      args: [hash, signature],
    })) === '0x1626ba7e'

  const signature = await signed(wallet.context, viem.signTypedData({ account: alice, ...data }))
  expect(await node.verifyTypedData({ address: alice, ...data, signature })).toBe(true)
  expect(await isValid(hashTypedData(data), signature)).toBe(true)
  const text = await signed(wallet.context, viem.signMessage({ account: alice, message: 'hi' }))
  expect(await isValid(hashMessage('hi'), text)).toBe(true)
  expect(await isValid(hashMessage('other'), text)).toBe(false)

  // A message of 32 bytes is refused, since it may be a hash: first in the window, after the node was asked;
  // a repeated request gets the same error without a window.
  const hash = keccak256('0x01')
  const windows = countWindows(wallet.context)
  const refused = decided(
    wallet.context,
    request(connected, 'personal_sign', [hash, alice]),
    async (window) => {
      await expect(window.getByRole('heading', { name: 'Not possible' })).toBeVisible()
      await close(window)
    },
  )
  expect((await refused).error).toMatchObject({ code: -32602 })
  expect(await request(connected, 'personal_sign', [hash, alice])).toMatchObject({
    error: { code: -32602, message: expect.stringContaining('use wallet_sendCalls') as unknown },
  })
  expect(windows()).toBe(1)
})

test('bytes signed elsewhere reach the chain, again too @long', async ({ chains, connected }) => {
  const { url } = chains.local
  const raw = await privateKeyToAccount(keys[bob] ?? '0x').signTransaction({
    type: 'eip1559',
    chainId: 31337,
    to: stranger,
    value: 1n,
    gas: 21_000n,
    nonce: Number(await rpc(url, 'eth_getTransactionCount', [bob, 'latest'])),
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
  })
  const answer = { result: keccak256(raw) }
  expect(await request(connected, 'eth_sendRawTransaction', [raw])).toEqual(answer)
  expect(await receiptOf(url, keccak256(raw))).toMatchObject({ status: toHex(1) })
  expect(await request(connected, 'eth_sendRawTransaction', [raw])).toEqual(answer)
})
