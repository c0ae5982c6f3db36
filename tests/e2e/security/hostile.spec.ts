import type { Page } from '@playwright/test'
import { keccak256 } from 'viem'
import { stranger } from '../../unit/accounts.ts'
import { decided, approve } from '../support/walletPages.ts'
import { weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { mutate, thief } from '../support/hostilePage.ts'
import { batch } from '../support/site.ts'

type Provider = { request: (request: object) => Promise<unknown> }

/** Params of a batch of 7 wei, which a page changes right after its request. */
const seven = [batch({ calls: [{ to: stranger, value: '0x7' }] })]

/**
 * Builds a page script: replaces primordials by `spoil`, sends a request and changes its params right after.
 */
const script = (spoil: string) => `
  const params = ${JSON.stringify(seven)}
  const ask = () => {
    ${spoil}
    window.ethereum.request({ method: 'wallet_sendCalls', params })
    params[0].calls[0].to = '${thief}'
    params[0].calls.push({ to: '${thief}', value: '0x7' })
  }`

const spoil = `;(${mutate.toString()})();`

const sendsSeven = async (window: Page) => {
  await expect(window.getByRole('heading', { level: 1 })).toContainText(
    'asks to send 1 transaction',
  )
  await expect(window.getByRole('main')).toContainText(stranger)
  await expect(window.locator('body')).not.toContainText(thief)
  await approve(window)
}

const pages: [what: string, page: string][] = [
  ['after it has loaded', `${script(spoil)}; setTimeout(ask, 200)`],
  ['before anything else of it runs', `${spoil} ${script('')}; ask()`],
  ['never, and changes only its request right after', `${script('')}; setTimeout(ask, 0)`],
]

for (const [what, code] of pages)
  test(`what a page asked is what is shown and sent; it replaces everything ${what} @long`, async ({
    chains,
    dapp,
    wallet,
    connected,
  }) => {
    const body = `<!doctype html><html lang="en"><head><script>${code}</script><title>A site</title>`
    await connected.route('**/hostile', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    )
    void connected.goto(`${dapp.url}hostile`).catch(() => undefined)
    await decided(wallet.context, Promise.resolve({}), sendsSeven)
    await expect.poll(() => weiOf(chains.local.url, stranger)).toBe(7n)
    expect(await weiOf(chains.local.url, thief)).toBe(0n)
  })

test('each thing that a page can replace, one by one: the wallet gets what the request said', async ({
  connected,
}) => {
  const said = `0x${'1'.repeat(40)}`
  const outcomes = await connected.evaluate(
    async ([source, data]) => {
      const inFrame = async (index: number) => {
        const frame = document.createElement('iframe')
        document.body.append(frame)
        const world = frame.contentWindow as unknown as {
          ethereum: Provider
          eval: (code: string) => number
        }
        const { request } = world.ethereum
        const count = world.eval(`(${source})(${index})`)
        const outcome = await new Promise((done) => {
          try {
            request({ method: 'web3_sha3', params: [data] }).then(done, () => done('refused'))
          } catch {
            done('thrown')
          }
        })
        frame.remove()
        return [count, outcome] as const
      }
      const [count] = await inFrame(-1)
      const outcomes: unknown[] = []
      let next = 0
      // Eight at a time: hundreds of frames at once would load more slowly than an answer may take.
      const lane = async () => {
        while (next < count) outcomes.push((await inFrame(next++))[1])
      }
      await Promise.all(Array.from({ length: 8 }, lane))
      return outcomes
    },
    [mutate.toString(), said] as const,
  )
  expect(outcomes.length).toBeGreaterThan(100)
  const hash = keccak256(`0x${'1'.repeat(40)}`)
  expect(outcomes.filter((outcome) => outcome !== hash)).toEqual([])
})
