import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { development } from '../chain/development.ts'
import { rpc } from '../chain/rpc.ts'
import type { Chain } from '../chain/index.ts'
import { request, type Scripted } from '../e2e/support/site.ts'
import { alice, stranger } from '../unit/accounts.ts'
import { mail } from '../unit/sign/typedDataSamples.ts'
import { methods, onMethod, onScreens, screens } from './expected.ts'
import type { Hands, Screen } from './hands.ts'
import { hosts, proposedId } from './internet.ts'
import type { Proxy } from './proxy.ts'

export type Walked = { screens: number; methods: number; unexpected: string[] }

export type World = {
  hands: Hands
  proxy: Proxy
  chain: Chain
  /** Has a service answer at `hosts.payer`, which pays for batches. */
  startPayer: () => Promise<void>
  /** Hosts that the browser contacts by itself, with any extension and with none. */
  browsersOwn: readonly string[]
}

/** Machines are slow at times; no step is about how slow. */
const patient = { timeout: 120_000 }

/** How long nobody may be contacted after the last of some steps that expect nobody, in ms. */
const quiet = 3_000

/**
 * Runs steps, and holds the hosts that each contacts against those that it may. `before`: hosts that may be contacted
 * until the first step begins.
 */
const createSteps = ({ hands, proxy, browsersOwn }: World, before: readonly string[] = []) => {
  const unexpected: string[] = []
  let held: { name: string; close: () => Promise<void> }[] = []
  /**
   * Waits after steps that expect nobody, with their background and their screens as they stand, so that a request is
   * seen that comes late; then closes their screens.
   */
  const rest = async () => {
    if (held.length === 0) return
    await delay(quiet)
    await expect.poll(proxy.isBusy, patient).toBe(false)
    note(`after ${held.map(({ name }) => name).join(', ')}`, proxy.hosts(), [])
    proxy.forget()
    for (const { close } of held) await close()
    held = []
  }
  /**
   * Runs a step; it ends when all `wanted` hosts were contacted and nothing is open. Hosts count from the end
   * of the step before, so that none is lost between two. The background is stopped first: what an earlier
   * step still had in mind is not this one's. Steps in a row that expect nobody share a background and one wait. What a
   * step leaves open, `close` closes.
   */
  const step = async <Result>(
    name: string,
    wanted: readonly string[],
    run: () => Promise<Result>,
    close: (ended: Result) => Promise<void> = () => Promise.resolve(),
  ): Promise<Result> => {
    const isQuiet = wanted.length === 0
    if (!isQuiet) await rest()
    if (held.length === 0) await hands.stop()
    await expect.poll(proxy.isBusy, patient).toBe(false)
    note(`before ${name}`, proxy.hosts(), allowed)
    proxy.forget()
    const ended = await run().catch((error: unknown) => {
      throw new Error(`the step failed: ${name}`, { cause: error })
    })
    await expect
      .poll(() => wanted.filter((host) => !proxy.hosts().includes(host)), {
        ...patient,
        message: name,
      })
      .toEqual([])
    await expect.poll(proxy.isBusy, patient).toBe(false)
    note(name, proxy.hosts(), wanted)
    allowed = wanted
    proxy.forget()
    if (isQuiet) held.push({ name, close: () => close(ended) })
    else await close(ended)
    return ended
  }
  let allowed = before
  const note = (name: string, found: readonly string[], known: readonly string[]) => {
    for (const host of found)
      if (![...known, ...browsersOwn].includes(host)) unexpected.push(`${name}: ${host}`)
  }
  /** Ends the walk; returns what was unexpected in it. */
  const end = async () => {
    await rest()
    return unexpected
  }
  return { step, end }
}

const node = [hosts.base]

const proposalOf = (url: string) => ({
  chainId: `0x${proposedId.toString(16)}`,
  chainName: 'Own Net',
  rpcUrls: [url],
  nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
})

const payment = { from: alice, to: stranger, value: '0x1' }

const batch = {
  version: '2.0.0',
  from: alice,
  chainId: '0x2105',
  atomicRequired: false,
  calls: [{ to: stranger, value: '0x1' }],
}

/** Params with which each method does its work; those left out take none. */
const paramsOf = (chain: Chain, ids: Record<string, unknown>): Record<string, unknown> => ({
  wallet_requestPermissions: [{ eth_accounts: {} }],
  wallet_revokePermissions: [{ eth_accounts: {} }],
  wallet_switchEthereumChain: [{ chainId: '0x1' }],
  wallet_addEthereumChain: [proposalOf(`https://${hosts.proposed}/`)],
  personal_sign: ['0x68656c6c6f', alice],
  eth_signTypedData_v4: [alice, mail],
  eth_signTypedData_v3: [alice, mail],
  personal_ecRecover: ['0x68656c6c6f', `0x${'1'.repeat(128)}1b`],
  eth_sendTransaction: [payment],
  eth_sendRawTransaction: ['0x02'],
  wallet_sendCalls: [batch],
  wallet_getCallsStatus: [ids.batch],
  wallet_showCallsStatus: [ids.batch],
  wallet_getCapabilities: [alice],
  wallet_watchAsset: {
    type: 'ERC20',
    options: { address: chain.contracts.usdc, symbol: 'lUSDC', decimals: 6 },
  },
  eth_subscribe: ['newHeads'],
  eth_unsubscribe: ['0x1'],
  eth_newFilter: [{}],
  eth_getFilterChanges: [ids.filter],
  eth_getFilterLogs: [ids.filter],
  eth_uninstallFilter: [ids.filter],
  web3_sha3: ['0x00'],
  eth_call: [{ to: stranger }, 'latest'],
  eth_createAccessList: [{ to: stranger }, 'latest'],
  eth_estimateGas: [{ to: stranger }],
  eth_feeHistory: ['0x1', 'latest', []],
  eth_getBalance: [alice, 'latest'],
  eth_getBlockByHash: [`0x${'1'.repeat(64)}`, false],
  eth_getBlockByNumber: ['latest', false],
  eth_getBlockReceipts: ['latest'],
  eth_getBlockTransactionCountByHash: [`0x${'1'.repeat(64)}`],
  eth_getBlockTransactionCountByNumber: ['latest'],
  eth_getCode: [alice, 'latest'],
  eth_getLogs: [{}],
  eth_getProof: [alice, [], 'latest'],
  eth_getStorageAt: [alice, '0x0', 'latest'],
  eth_getTransactionByBlockHashAndIndex: [`0x${'1'.repeat(64)}`, '0x0'],
  eth_getTransactionByBlockNumberAndIndex: ['latest', '0x0'],
  eth_getTransactionByHash: [`0x${'1'.repeat(64)}`],
  eth_getTransactionCount: [alice, 'latest'],
  eth_getTransactionReceipt: [`0x${'1'.repeat(64)}`],
  eth_simulateV1: [{ blockStateCalls: [{ calls: [] }] }, 'latest'],
})

/** Methods that open the approval window, and what the user does in it. */
const decisions: Record<string, 'approve' | 'reject'> = {
  eth_requestAccounts: 'approve',
  wallet_requestPermissions: 'approve',
  wallet_switchEthereumChain: 'reject',
  wallet_addEthereumChain: 'reject',
  wallet_watchAsset: 'approve',
  personal_sign: 'approve',
  eth_signTypedData_v4: 'approve',
  eth_signTypedData_v3: 'approve',
  eth_sendTransaction: 'approve',
  wallet_sendCalls: 'approve',
}

/**
 * Asked last and in this order: each needs what one before it gave, and a batch that is under way has its node
 * asked until it is final.
 */
const late = [
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
  'wallet_revokePermissions',
  'eth_requestAccounts',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'eth_sendTransaction',
]

/** Makes a step of opening a screen; it ends, and the wait after it, before the screen is closed. */
const showing =
  (hands: Hands, step: ReturnType<typeof createSteps>['step']) =>
  async (
    name: string,
    wanted: readonly string[],
    hash: string,
    look?: (screen: Screen) => Promise<void>,
  ) => {
    const run = async () => {
      const opened = await hands.open(hash)
      await opened.stands()
      await look?.(opened)
      return opened
    }
    await step(name, wanted, run, (screen) => screen.close())
  }

/** The first start of the wallet, its screens, and what a click on them has asked. */
export const walkScreens = async (world: World): Promise<Walked> => {
  const { hands } = world
  const { step, end } = createSteps(world)
  const shown = showing(hands, step)

  await shown('the welcome', [], '')
  await shown('setting up', node, '', hands.onboard)
  const rests: Partial<Record<string, string>> = {
    site: `/https://${hosts.site}`,
    remove: `/${alice}`,
  }
  let opened = 0
  for (const name of screens) {
    await shown(
      `the screen #${name}`,
      onScreens[name] === 'the node' ? node : [],
      `${name}${rests[name] ?? ''}`,
    )
    opened++
  }
  await shown('the form of a network', [], 'networks/add')
  await shown('the page of Ethereum', [hosts.ethereum], 'networks/1')
  await shown(
    'Ethereum asked for the account',
    [...node, hosts.ethereum],
    'smart-account',
    (screen) => screen.press(`Ask ${hosts.ethereum}`),
  )
  const name = 'Address, contact or name'
  await shown('a name on Base', node, 'send', (screen) => screen.fill(name, 'volley.base.eth'))
  await shown('a name on Ethereum', node, 'send', async (screen) => {
    await screen.fill(name, 'volley.eth')
    await screen.sees(`reveals the name to ${hosts.ethereum}`)
  })
  await shown('that name, by a click', [...node, hosts.ethereum], 'send', async (screen) => {
    await screen.fill(name, 'volley.eth')
    await screen.press(`Ask ${hosts.ethereum}`)
  })
  await shown('the lock', [], 'settings', async (screen) => {
    await screen.press('Lock')
    await screen.sees('Unlock')
  })
  await shown('unlocking', node, '', async (screen) => {
    await screen.fill('Password', development.password)
    await screen.press('Unlock')
  })
  return { screens: opened, methods: 0, unexpected: await end() }
}

/** Requests of sites, without a connection and with one, to a wallet that is set up and unlocked. */
export const walkMethods = async (world: World): Promise<Walked> => {
  const { hands, chain } = world
  // The last screen has the node asked until it is closed.
  const { step, end } = createSteps(world, node)
  await rpc(chain.url, 'anvil_setBalance', [alice, '0x8ac7230489e80000'])
  const ids: Record<string, unknown> = {}
  const ask = async (site: Scripted, name: string, params: unknown) => {
    const answer = request(site, name, params)
    // A window that does not come is the failure to tell of, not the answer that is then missing.
    answer.catch(() => undefined)
    const decision = decisions[name]
    if (decision) await (decision === 'approve' ? hands.approve() : hands.reject())
    const { result } = await answer
    if (name === 'wallet_sendCalls') ids.batch = (result as { id: string }).id
    // An open subscription would have the node asked in the steps that follow.
    if (name === 'eth_subscribe') await request(site, 'eth_unsubscribe', [result])
    if (name === 'eth_newFilter') ids.filter = result
  }

  const site = await step('a site is opened', [hosts.site], () =>
    hands.site(`https://${hosts.site}/`),
  )
  await step('a site asks without a connection', node, () => request(site, 'eth_blockNumber'))
  await step('a site connects', [], () => ask(site, 'eth_requestAccounts', []))

  /** Each proposal is another site's: one whose requests the user rejects may soon ask no more. */
  const proposal = async (
    name: string,
    wanted: readonly string[],
    url: string,
    look: (window: Screen) => Promise<void>,
  ) => {
    const host = `${++proposals}.${hosts.other}`
    const other = await step(`the site of ${name}`, [host], () => hands.site(`https://${host}/`))
    await step(name, wanted, async () => {
      const asked = request(other, 'wallet_addEthereumChain', [proposalOf(url)])
      await look(await hands.approval())
      await hands.reject()
      await asked
    })
  }
  let proposals = 0
  const unasked = (window: Screen) => window.sees('has not contacted')
  const askedFor = (words: string) => async (window: Screen) => {
    await window.press('Ask this node')
    await window.sees(words)
  }
  await proposal('a URL of this machine', [], 'http://127.0.0.1:9/containers/db/kill', unasked)
  await proposal('a URL with a mark', [], `https://${hosts.proposed}/?who=1`, unasked)
  await proposal(
    'a node that is asked',
    [hosts.proposed],
    `https://${hosts.proposed}/`,
    askedFor('serves this network'),
  )
  await proposal(
    'a node that leads elsewhere',
    [hosts.leading],
    `https://${hosts.leading}/`,
    askedFor('No node answered'),
  )

  // Those that ask nobody come one after another, as they share a wait.
  const soon = methods.filter((name) => !late.includes(name))
  const [quietly, openly] = (['nobody', 'the node'] as const).map((contact) =>
    soon.filter((name) => onMethod(name) === contact),
  )
  const walked = [...(quietly ?? []), ...(openly ?? []), ...late]
  for (const name of walked)
    await step(name, onMethod(name) === 'the node' ? node : [], () =>
      ask(site, name, paramsOf(chain, ids)[name] ?? []),
    )
  return { screens: 0, methods: walked.length, unexpected: await end() }
}

/** Makes two steps of opening a site and of connecting it. */
const connected = async (hands: Hands, step: ReturnType<typeof createSteps>['step']) => {
  const site = await step('a site', [hosts.site], () => hands.site(`https://${hosts.site}/`))
  await step('a site connects', [], async () => {
    const answer = request(site, 'eth_requestAccounts', [])
    await hands.approve()
    await answer
  })
  return site
}

/** A wallet whose user sets nodes of their own: whom it asks from then on, for itself, a site and a batch. */
export const walkOwnNodes = async (world: World): Promise<Walked> => {
  const { hands, chain } = world
  const { step, end } = createSteps(world)
  const shown = showing(hands, step)
  await rpc(chain.url, 'anvil_setBalance', [alice, '0x8ac7230489e80000'])
  const set = (press: string, label: string, host: string) => async (screen: Screen) => {
    await screen.press(press)
    await screen.fill(label, `https://${host}/`)
    await screen.press('Save')
    await screen.sees(host)
  }
  const page = 'networks/8453'

  await shown('setting up', node, '', hands.onboard)
  await shown(
    'a node of the user’s own',
    [...node, hosts.own],
    page,
    set('Add a node', 'URL of the node', hosts.own),
  )
  await shown('the home page', [hosts.own], '')
  await step('a site without a connection', [hosts.other, hosts.own], async () =>
    request(await hands.site(`https://${hosts.other}/`), 'eth_blockNumber'),
  )
  await shown(
    'a second RPC',
    [hosts.own, hosts.second],
    page,
    set('Add a second RPC', 'URL of the second RPC', hosts.second),
  )
  await shown(
    'an RPC for sending',
    [hosts.own, hosts.sending],
    page,
    set('Add an RPC for sending', 'URL of the RPC for sending', hosts.sending),
  )
  const site = await connected(hands, step)
  await step('a batch', [hosts.own, hosts.second, hosts.sending], async () => {
    const answer = request(site, 'wallet_sendCalls', paramsOf(chain, {}).wallet_sendCalls)
    await hands.approve()
    await answer
  })
  return { screens: 0, methods: 0, unexpected: await end() }
}

/** A wallet whose user sets a node over a WebSocket: it alone is asked from then on. */
export const walkSocket = async (world: World): Promise<Walked> => {
  const { hands } = world
  const { step, end } = createSteps(world)
  const shown = showing(hands, step)
  const own = [hosts.socket]
  await shown('setting up', node, '', hands.onboard)
  await shown('a node over a WebSocket', [...node, ...own], 'networks/8453', async (screen) => {
    await screen.press('Add a node')
    await screen.fill('URL of the node', `wss://${hosts.socket}/`)
    await screen.press('Save')
    await screen.sees(hosts.socket)
  })
  await shown('the home page by a WebSocket', own, '')
  const site = await connected(hands, step)
  await step('a site asks by a WebSocket', own, () => request(site, 'eth_blockNumber'))
  return { screens: 0, methods: 0, unexpected: await end() }
}

/**
 * A wallet whose user lets a service pay for a batch: the service is asked for that one, and nothing about the one that
 * the account pays for.
 */
export const walkPaidBatch = async (world: World): Promise<Walked> => {
  const { hands, chain, startPayer } = world
  const { step, end } = createSteps(world)
  const shown = showing(hands, step)
  await rpc(chain.url, 'anvil_setBalance', [alice, '0x8ac7230489e80000'])
  await startPayer()

  await shown('setting up', node, '', hands.onboard)
  const site = await connected(hands, step)
  /** Sends a batch that the user approves, and waits until a block has it: nothing of it is then left to send. */
  const send = async (capabilities: object, look?: (window: Screen) => Promise<void>) => {
    const answer = request(site, 'wallet_sendCalls', [{ ...batch, capabilities }])
    // A window that does not come is the failure to tell of, not the answer that is then missing.
    answer.catch(() => undefined)
    await look?.(await hands.approval())
    await hands.approve()
    const { id } = (await answer).result as { id: string }
    await expect
      .poll(async () => (await request(site, 'wallet_getCallsStatus', [id])).result, patient)
      .toMatchObject({ status: 200 })
  }
  await step('a batch that a service pays for', [...node, hosts.payer], () =>
    send({ paymasterService: { url: `https://${hosts.payer}/` } }, (window) =>
      window.sees(`Paid by ${hosts.payer}`),
    ),
  )
  await shown('the activity after it', node, 'activity')
  await step('a batch that the account pays for', node, () => send({}))
  return { screens: 0, methods: 0, unexpected: await end() }
}

/** A wallet whose user adds the network that a site proposes: its node alone is asked, by the window and by the site. */
export const walkAddedNetwork = async (world: World): Promise<Walked> => {
  const { hands } = world
  const { step, end } = createSteps(world)
  await showing(hands, step)('setting up', node, '', hands.onboard)
  const site = await connected(hands, step)
  await step('a network is added', [hosts.proposed], async () => {
    const answer = request(site, 'wallet_addEthereumChain', [
      proposalOf(`https://${hosts.proposed}/`),
    ])
    answer.catch(() => undefined)
    const window = await hands.approval()
    await window.press('Ask this node')
    await window.sees('serves this network')
    await hands.approve()
    expect(await answer).toEqual({ result: null })
  })
  await step('the site asks the added network', [hosts.proposed], () =>
    request(site, 'eth_blockNumber'),
  )
  return { screens: 0, methods: 0, unexpected: await end() }
}

/** Hosts that a test plants requests to, by who makes them: a walk has to see each. */
export const planted = {
  worker: 'worker.planted.example',
  socket: 'socket.planted.example',
  frame: 'frame.planted.example',
  late: 'late.planted.example',
} as const

/** A start of the wallet and a page of a site, of a package that somebody has planted requests in. */
export const walkPlanted = async (world: World): Promise<Walked> => {
  const { hands, proxy } = world
  const { step, end } = createSteps(world)
  const seen = (...names: string[]) =>
    expect.poll(() => names.filter((name) => !proxy.hosts().includes(name)), patient).toEqual([])
  await step('the welcome', [], async () => {
    const screen = await hands.open('')
    await screen.stands()
    await seen(planted.worker, planted.socket)
    await screen.close()
  })
  await step('a site is opened', [hosts.site], async () => {
    await hands.site(`https://${hosts.site}/`)
    await seen(planted.frame)
  })
  return { screens: 0, methods: 0, unexpected: await end() }
}
