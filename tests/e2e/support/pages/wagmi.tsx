import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { defineChain, encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import type { Address, Call } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import {
  WagmiProvider,
  createConfig,
  injected,
  unstable_connector,
  useCallsStatus,
  useCapabilities,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  usePublicClient,
  useSendCalls,
  useSendCallsSync,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
  useVerifyMessage,
  useVerifyTypedData,
  useWaitForCallsStatus,
  useWaitForTransactionReceipt,
  useWatchContractEvent,
  useWriteContract,
} from 'wagmi'
import { anvil, baseSepolia } from 'wagmi/chains'
import { nameOf, toJson } from './offer'

const query = new URLSearchParams(location.search)
const [token, to] = [query.get('token'), query.get('to')] as [Address, Address]
/** Who shall pay for a batch, if the test has somebody. */
const paymaster = query.get('paymaster')
const paid = { paymasterService: { url: paymaster ?? '' } }
const ownNet = defineChain({
  id: 777,
  name: 'Own Net',
  rpcUrls: { default: { http: [query.get('rpc') ?? ''] } },
  nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
})
const throughWallet = unstable_connector(injected)
const config = createConfig({
  chains: [anvil, baseSepolia, ownNet],
  pollingInterval: 100,
  transports: { 31337: throughWallet, 84532: throughWallet, 777: throughWallet },
})

const transfer = { address: token, abi: erc20Abi, functionName: 'transfer' } as const
const calls: Call[] = [
  { to, value: 1n },
  { to, value: 2n },
]
const withTokens: Call[] = [
  { to, value: 1n },
  { to: token, data: encodeFunctionData({ ...transfer, args: [to, 3n] }) },
]
const typed = {
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail', chainId: anvil.id },
  message: { contents: 'Hello, Bob!' },
} as const

const Shown = ({ name, value }: { name: string; value: unknown }) => (
  <p>
    {name} <output aria-label={name}>{value === undefined ? '' : toJson(value)}</output>
  </p>
)

type Mutation = { data?: unknown; error: Error | null; mutate: unknown }

/** Renders a button that runs an action, and the action's outcome. */
const Action = ({ name, run, of }: { name: string; run: () => unknown; of: Mutation }) => (
  <>
    <button onClick={() => void run()}>{name}</button>
    <Shown name={`${name}:`} value={of.error ? nameOf(of.error) : of.data} />
  </>
)

const Connection = () => {
  const { address, chainId, status, connector } = useConnection()
  const connectors = useConnectors()
  const [connect, disconnect, switchChain] = [useConnect(), useDisconnect(), useSwitchChain()]
  return (
    <>
      <Shown name="connection" value={[status, connector?.name, address, chainId]} />
      <Shown name="capabilities" value={useCapabilities().data} />
      {connectors.map((one) => (
        <Action
          key={one.uid}
          name={one.name}
          run={() => connect.mutate({ connector: one })}
          of={connect}
        />
      ))}
      <Action name="Disconnect" run={() => disconnect.mutate()} of={disconnect} />
      {config.chains.map(({ id, name }) => (
        <Action
          key={id}
          name={name}
          run={() => switchChain.mutate({ chainId: id })}
          of={switchChain}
        />
      ))}
    </>
  )
}

const Signing = () => {
  const { address } = useConnection()
  const node = usePublicClient()
  const [message, data] = [useSignMessage(), useSignTypedData()]
  const signIn = useMutation({
    mutationFn: async () => {
      if (!address || !node) throw new Error('not connected')
      const { host: domain, href: uri } = location
      const about = { address, chainId: node.chain.id, domain, uri, nonce: 'abcdefgh12' }
      const text = createSiweMessage({ ...about, version: '1' })
      const signature = await message.mutateAsync({ message: text })
      return node.verifySiweMessage({ message: text, signature, domain })
    },
  })
  const signed = useVerifyMessage({
    address,
    message: 'Grüße, world',
    signature: message.data,
    query: { enabled: message.data !== undefined },
  })
  const typedSigned = useVerifyTypedData({
    ...typed,
    address,
    signature: data.data,
    query: { enabled: data.data !== undefined },
  })
  return (
    <>
      <Action name="Sign" run={() => message.mutate({ message: 'Grüße, world' })} of={message} />
      <Shown name="message verified" value={signed.data} />
      <Action name="Sign typed data" run={() => data.mutate(typed)} of={data} />
      <Shown name="typed data verified" value={typedSigned.data} />
      <Action name="Sign in" run={() => signIn.mutate()} of={signIn} />
    </>
  )
}

const Sending = () => {
  const [values, setValues] = useState<string[]>([])
  const [send, write] = [useSendTransaction(), useWriteContract()]
  const receipt = useWaitForTransactionReceipt({ hash: send.data })
  useWatchContractEvent({
    address: token,
    abi: erc20Abi,
    eventName: 'Transfer',
    onLogs: (logs) => setValues((old) => [...old, ...logs.map(({ args }) => `${args.value}`)]),
  })
  const args = [to, parseUnits('1', 6)] as const
  return (
    <>
      <Action name="Send" run={() => send.mutate({ to, value: 1n })} of={send} />
      <Shown name="receipt" value={receipt.data?.status} />
      <Action name="Transfer" run={() => write.mutate({ ...transfer, args })} of={write} />
      <Shown name="transfers" value={values} />
    </>
  )
}

const Batches = () => {
  const [send, sync] = [useSendCalls(), useSendCallsSync()]
  const id = send.data?.id ?? ''
  const enabled = id !== ''
  const status = useCallsStatus({ id, query: { enabled, refetchInterval: 100 } })
  const waited = useWaitForCallsStatus({ id, query: { enabled } })
  return (
    <>
      <Action name="Send calls" run={() => send.mutate({ calls })} of={send} />
      <Shown name="status" value={status.data?.statusCode} />
      <Action name="Send tokens" run={() => send.mutate({ calls: withTokens })} of={send} />
      {paymaster && (
        <Action
          name="Send paid by another"
          run={() => send.mutate({ calls: withTokens.slice(1), capabilities: paid })}
          of={send}
        />
      )}
      <Shown
        name="told"
        value={[
          status.data?.statusCode,
          ...(status.data?.receipts?.map(({ status: end, logs }) => [end, logs.length]) ?? []),
        ]}
      />
      <Shown name="waited" value={waited.data?.status} />
      <Action
        name="Send calls and wait"
        // Its own limit is 5 s, which says more about the machine than about the wallet.
        run={() => sync.mutate({ calls, experimental_fallback: true, timeout: 60_000 })}
        of={sync}
      />
    </>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Connection />
        <Signing />
        <Sending />
        <Batches />
      </QueryClientProvider>
    </WagmiProvider>,
  )
