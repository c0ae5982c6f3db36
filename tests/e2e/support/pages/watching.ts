import { type Address, createPublicClient, custom, parseAbiItem } from 'viem'
import { anvil } from 'viem/chains'

type Watched = { blocks: number[]; logs: string[] }
type Page = {
  ethereum: Parameters<typeof custom>[0]
  watchWithViem: (token: Address) => void
  watched: Watched
}

const approval = parseAbiItem(
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
)
const page = window as unknown as Page

/** Watches blocks and a token's events by viem over the injected provider, as a site does. */
page.watchWithViem = (token) => {
  const transport = custom(page.ethereum)
  const client = createPublicClient({ chain: anvil, transport, pollingInterval: 200 })
  const watched: Watched = { blocks: [], logs: [] }
  page.watched = watched
  client.watchBlocks({
    emitMissed: true,
    onBlock: ({ number }) => watched.blocks.push(Number(number)),
  })
  client.watchEvent({
    address: token,
    event: approval,
    onLogs: (logs) => watched.logs.push(...logs.map(({ args }) => String(args.value))),
  })
}
