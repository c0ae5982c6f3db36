import { numberToHex, parseEventLogs, erc20Abi, type Address, type Log } from 'viem'
import type { Change as AmountChange } from '@/lib/db/outcome'
import { request } from '@/lib/network/node'
import { people } from './scenario.ts'
import type { Change } from './predictTrial.ts'

/** Where nodes put their own logs of ether that moves. */
const etherLogs = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const isAlice = (who: Address) => who.toLowerCase() === people.alice.toLowerCase()

/**
 * What most wallets do: they add up the transfers that the simulated calls' logs tell of. Broken on purpose,
 * to see that the trials find it.
 */
export const trustsLogs: Change = async (quote, { from, chainId, calls }) => {
  const payload = {
    blockStateCalls: [
      { calls: calls.map(({ to, value, data }) => ({ from, to, value, input: data })) },
    ],
    traceTransfers: true,
  }
  const [block] = (await request(chainId, 'eth_simulateV1', [payload, 'pending'])) as [
    { calls: { logs: Log[] }[] },
  ]
  const sums = new Map<string, bigint>()
  const logs = block.calls.flatMap((call) => call.logs)
  for (const { address, args } of parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })) {
    const sum = sums.get(address) ?? 0n
    const into = isAlice(args.to) ? args.value : 0n
    const out = isAlice(args.from) ? args.value : 0n
    sums.set(address, sum + into - out)
  }
  const changes = [...sums].flatMap(([address, sum]): AmountChange[] => {
    const asset =
      address === etherLogs
        ? { standard: 'native' as const }
        : { standard: 'ERC20' as const, address: address as Address }
    const direction = sum > 0n ? 'in' : 'out'
    return sum === 0n ? [] : [{ asset, direction, amount: numberToHex(sum > 0n ? sum : -sum) }]
  })
  return { ...quote, changes }
}
