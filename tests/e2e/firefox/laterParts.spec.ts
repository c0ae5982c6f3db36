import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtExtension } from '../../../scripts/build.ts'
import {
  endFirefox,
  expect,
  launchFirefox,
  stopBackground,
  test,
} from '../support/firefox/browser.ts'
import { openSite, scripted } from '../support/firefox/wallet.ts'
import { request } from '../support/site.ts'
import { packageBuild } from '../support/stage.ts'

const empty = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

test('a stopped background answers from its first script; what needs a part that is missing is answered -32603, until it is there', async ({
  dapp,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'volley-parts-'))
  await cp(builtExtension(packageBuild('firefox')), folder, { recursive: true })
  const [parts, away] = [join(folder, 'background'), join(folder, 'away')]
  const firefox = await launchFirefox(folder)
  try {
    const page = scripted(await openSite(firefox, dapp.url))
    const ask = (method: string, ...params: unknown[]) => request(page, method, params)
    expect(await ask('web3_sha3', '0x')).toEqual({ result: empty })

    await rename(parts, away)
    await stopBackground(firefox)
    expect(await ask('eth_chainId')).toEqual({ result: '0x2105' })
    expect(await ask('eth_accounts')).toEqual({ result: [] })
    expect(await ask('wallet_getPermissions')).toEqual({ result: [] })
    const failed = { error: { code: -32603, message: 'Internal error' } }
    expect(await ask('web3_sha3', '0x')).toEqual(failed)
    expect(await ask('web3_sha3', '0x')).toEqual(failed)

    await rename(away, parts)
    expect(await ask('web3_sha3', '0x')).toEqual({ result: empty })
    await stopBackground(firefox)
    expect(await ask('web3_sha3', '0x')).toEqual({ result: empty })
  } finally {
    await endFirefox(firefox)
    await rm(folder, { recursive: true, force: true })
  }
})
