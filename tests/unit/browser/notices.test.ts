import { encodeErrorResult, parseAbi } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import {
  forgetEnded,
  leadToBatches,
  showBadge,
  tellOfBatches as tellAll,
} from '@/lib/browser/notices'
import { revertText } from '@/lib/decode/revert'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { keepSetting, setting } from '@/lib/db/settings'
import { reverted } from '@/lib/simulate/reason'
import type { Event, Failed } from '@/lib/db/batchEvent'
import { stranger } from '../accounts'
import { did, hashOf, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from '../site/siteWallet'
import { batch as request } from '../wallet/fakeServices'

const { signed, sealed, final } = did

/** Fakes: the icon, the system's notices and the windows, which tests have none of. */
const seen = vi.hoisted(() => ({
  badge: '',
  color: '',
  notices: [] as { key: string; message: string }[],
  opened: [] as string[],
  cleared: [] as string[],
  click: new Set<(key: string) => void>(),
  isAllowed: true,
  isLeaveNew: false,
}))

// Test files share modules in a worker: these have to be loaded with this file's fake browser.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('wxt/browser', async () => {
  const notifications = {
    create: (key: string, { message }: { message: string }) => {
      seen.notices.push({ key, message })
      return Promise.resolve(key)
    },
    clear: (key: string) => Promise.resolve(seen.cleared.push(key)),
    onClicked: { addListener: (run: (key: string) => void) => seen.click.add(run) },
  }
  return {
    browser: {
      i18n: (await import('../i18n')).i18n,
      runtime: { getURL: (path: string) => path },
      action: {
        setBadgeText: ({ text }: { text: string }) => Promise.resolve((seen.badge = text)),
        setBadgeBackgroundColor: ({ color }: { color: string }) =>
          Promise.resolve((seen.color = color)),
      },
      permissions: { contains: () => Promise.resolve(seen.isAllowed) },
      get notifications() {
        return seen.isAllowed && !seen.isLeaveNew ? notifications : undefined
      },
    },
  }
})

vi.mock('@/lib/browser/window', () => ({
  showBatch: (key: string) => Promise.resolve(seen.opened.push(key)),
}))

const wallet = openWallet()

beforeEach(async () => {
  await emptyDatabase()
  Object.assign(seen, {
    badge: '',
    color: '',
    notices: [],
    opened: [],
    cleared: [],
    isAllowed: true,
    isLeaveNew: false,
  })
})

const words = { done: 'Batch from $1 is done', failed: 'Batch from $1 has failed' }

/** Stores a batch that ends with success or failure. */
const end = async (
  status: '0x1' | '0x0' = '0x1',
  origin = 'https://dapp.example',
  failing?: Failed,
) => {
  const { key } = await storeBatch({ mode: 'one', origin })
  const explained: Event[] = failing
    ? [{ type: 'explained', hash: hashOf(key), by: 'trace', failing }]
    : []
  await append(key, [signed(key), sealed(key, { status }), ...explained, final], 0)
  return key
}

const tellOfBatches = () => tellAll((data) => Promise.resolve(revertText(data)))

describe('the icon', () => {
  test('counts what ended, until it was seen', async () => {
    await end()
    await end('0x0')
    await tellOfBatches()
    await showBadge()
    expect(seen.badge).toBe('2')
    await forgetEnded()
    expect(seen.badge).toBe('')
  })

  test('counts what waits for the user first, in another colour', async () => {
    await connectSite()
    await end()
    await end()
    await showBadge()
    const { color } = seen
    const { id } = await wallet.ask('wallet_sendCalls', request())
    await showBadge()
    expect(seen.badge).toBe('1')
    expect(seen.color).not.toBe(color)
    await wallet.reject(id)
    await showBadge()
    expect(seen).toMatchObject({ badge: '2', color })
  })
})

describe('a notice', () => {
  test('names the site and what became of the batch, each once', async () => {
    await keepSetting('notices', words)
    const done = await end()
    const failed = await end('0x0', 'http://localhost:5173')
    const own = await end('0x1', internalOrigin)
    await Promise.all([tellOfBatches(), tellOfBatches()])
    // Each start of a worker calls this, and shows no notice twice.
    await tellOfBatches()
    expect(seen.notices).toEqual([
      { key: done, message: 'Batch from dapp.example is done' },
      { key: failed, message: 'Batch from http://localhost:5173 has failed' },
      { key: own, message: 'Batch from Volley is done' },
    ])
  })

  /** The notice of a failed second call with this text, in words that have the marks. */
  const told = async (text: string, known: object = texts) => {
    await keepSetting('notices', { ...words, ...known })
    const data = encodeErrorResult({
      abi: parseAbi(['error Error(string)']),
      args: [text],
    })
    await end('0x0', 'https://dapp.example', { index: 1, reason: reverted(data) })
    await tellOfBatches()
    return seen.notices.at(-1)?.message
  }
  const texts = { failedAt: '$1 failed at $2', failedSaying: '$1 failed at $2: “$3”' }

  test('says which call failed, and what its contract says', async () => {
    expect(await told('the shop is closed')).toBe('dapp.example failed at 2: “the shop is closed”')
    expect(await told('')).toBe('dapp.example failed at 2')
  })

  test.each([
    ['an amount', 'at least 8,000 USDC', 'at least … USDC'],
    ['an address', `not ${stranger}`, 'not …'],
    ['a server', 'go to volley-help.example/now', 'go to …'],
    ['a number', 'call 0800-123-456', 'call …'],
    ['a quotation mark', 'no” Volley says “well', "no' Volley says 'well"],
    ['a mark of the sentence', '$& $1 a', '$& … a'],
    ['more than fits', 'a '.repeat(90), 'a '.repeat(30)],
  ])('carries of a contract’s words not %s', async (_, text, words) => {
    expect(await told(text)).toBe(`dapp.example failed at 2: “${words}”`)
  })

  test('is the old one in the words of an older version, and where no call is known', async () => {
    expect(await told('closed', {})).toBe('Batch from dapp.example has failed')
    await keepSetting('notices', { ...words, ...texts })
    await end('0x0', undefined, { index: null, reason: { why: 'all gas' } })
    await tellOfBatches()
    expect(seen.notices.at(-1)?.message).toBe('Batch from dapp.example has failed')
  })

  test('says that a lock stopped a batch, without its amounts', async () => {
    const failing = { index: null, reason: reverted('0x1234'), lock: 1 }
    const told = async (known: object) => {
      await keepSetting('notices', { ...words, ...known })
      await end('0x0', undefined, failing)
      await tellOfBatches()
      return seen.notices.at(-1)?.message
    }
    expect(await told({ stopped: '$1: stopped by your lock' })).toBe(
      'dapp.example: stopped by your lock',
    )
    expect(await told({})).toBe('Batch from dapp.example has failed')
  })

  const refused = (key: string, reason: string): Event => ({
    type: 'refused',
    hash: hashOf(key),
    reason,
    text: 'the node’s own words',
  })
  const helped = { fee: '$1 waits: fee', funds: '$1 waits: funds', unfit: '$1 waits: unfit' }

  test.each(['fee', 'funds', 'unfit'] as const)(
    'says once that a node refuses: %s',
    async (reason) => {
      await keepSetting('notices', { ...words, refused: helped })
      const { key } = await storeBatch({ mode: 'one', origin: 'https://dapp.example' })
      await append(key, [signed(key), refused(key, reason)], 0)
      await Promise.all([tellOfBatches(), tellOfBatches()])
      // One that was sped up is refused again.
      await append(key, [signed('another'), refused('another', reason)], 0)
      await tellOfBatches()
      expect(seen.notices).toEqual([{ key, message: `dapp.example waits: ${reason}` }])
    },
  )

  test('says that a node takes no more what one had', async () => {
    await keepSetting('notices', { ...words, refused: helped })
    const { key } = await storeBatch({ mode: 'one', origin: 'https://dapp.example' })
    await append(key, [signed(key), did.sent(key), refused(key, 'fee')], 0)
    await tellOfBatches()
    expect(seen.notices).toEqual([{ key, message: 'dapp.example waits: fee' }])
  })

  test('says each other reason of a node once', async () => {
    await keepSetting('notices', { ...words, refused: helped })
    const { key } = await storeBatch({ mode: 'one', origin: 'https://dapp.example' })
    await append(key, [signed(key)], 0)
    for (const reason of ['fee', 'funds', 'fee', 'busy', 'funds', 'node']) {
      await append(key, [refused(key, reason)], 0)
      await tellOfBatches()
    }
    expect(seen.notices.map(({ message }) => message)).toEqual([
      'dapp.example waits: fee',
      'dapp.example waits: funds',
    ])
  })

  test('is none of a refusal that passes by itself, or that has passed', async () => {
    await keepSetting('notices', { ...words, refused: helped })
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [signed(key), refused(key, 'busy'), refused(key, 'node')], 0)
    await tellOfBatches()
    await append(key, [refused(key, 'fee'), did.sent(key)], 0)
    await tellOfBatches()
    expect(seen.notices).toEqual([])
    expect(await setting('refusals')).toEqual([])
  })

  test('is none of a refusal in the words of an older version, or from before it was wanted', async () => {
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [signed(key), refused(key, 'fee')], 0)
    await tellOfBatches()
    await keepSetting('notices', words)
    await append(key, [refused(key, 'funds')], 0)
    await tellOfBatches()
    await keepSetting('notices', { ...words, refused: helped })
    await tellOfBatches()
    expect(seen.notices).toEqual([])
  })

  test('is for those who want it, and for what ended since', async () => {
    await end()
    await tellOfBatches()
    await keepSetting('notices', words)
    await tellOfBatches()
    expect(seen.notices).toEqual([])
  })

  test('is none where the browser’s leave was taken back; the icon counts all the same', async () => {
    seen.isAllowed = false
    await keepSetting('notices', words)
    await end()
    await tellOfBatches()
    await showBadge()
    expect(seen.notices).toEqual([])
    expect(seen.badge).toBe('1')
  })

  test('waits for the next background where the browser’s leave came after this one’s start', async () => {
    await keepSetting('notices', words)
    const key = await end()
    seen.isLeaveNew = true
    await tellOfBatches()
    await forgetEnded()
    expect(await setting('ended')).toEqual([{ key }])
    seen.isLeaveNew = false
    await tellOfBatches()
    expect(seen.notices).toHaveLength(1)
  })

  test('is not lost by being looked away from before it was shown', async () => {
    await keepSetting('notices', words)
    const key = await end()
    await forgetEnded()
    expect(await setting('ended')).toEqual([{ key }])
    await tellOfBatches()
    expect(seen.notices).toHaveLength(1)
  })

  test('leads to its batch, and goes', () => {
    leadToBatches()
    for (const run of seen.click) run('some batch')
    expect(seen).toMatchObject({ opened: ['some batch'], cleared: ['some batch'] })
  })
})
