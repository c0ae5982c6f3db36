import { numberToHex, parseEventLogs, erc20Abi, type Address, type Log } from 'viem'
import type { Change as AmountChange } from '@/lib/db/outcome'
import { request } from '@/lib/network/node'
import { people } from './scenario.ts'
import type { Change } from './predictTrial.ts'

/** Address under which nodes log transfers of ether (`traceTransfers`). */
const etherLogs = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const isAlice = (who: Address) => who.toLowerCase() === people.alice.toLowerCase()

/**
 * Breaks a prediction on purpose, to see that the trials find it: as in most wallets, changes are the sums of
 * the Transfer logs of the simulated calls.
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
