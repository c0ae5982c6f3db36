import type { Address } from 'viem'
import { createBundler, type Bundler } from './bundler.ts'
import { deployEntryPoint } from './entryPoint.ts'
import type { Chain } from './index.ts'
import { deployPaymasters, paymasterAnswer } from './paymasters.ts'
import { serve } from './preconfirmServer.ts'
import { plantRouter } from './router.ts'
import { rpc } from './rpc.ts'
import { bob } from '../unit/accounts.ts'

/** A service that pays for operations and sends them, under one URL, as those of many makers do. */
export type Sponsor = { url: string; paymaster: Address; stop: () => Promise<void> }

/** Contracts and services of a chain for sponsored batches. */
export type Sponsors = {
  bundler: Bundler
  /** Pays for what it has signed. */
  signing: Sponsor
  /** Pays for everybody, and takes a token for it. */
  takesTokens: Sponsor
}

/**
 * Deploys EntryPoint and paymasters on a chain, and starts the services that pay and bundle. `other`: has the URL of a
 * bundler that sends in place of the one for tests, started once the EntryPoint is there.
 */
export const startSponsors = async (
  url: string,
  chainId: number,
  from: Address,
  token: Address,
  other?: () => Promise<string>,
): Promise<Sponsors> => {
  await deployEntryPoint(url, from)
  const paymasters = await deployPaymasters(url, from, token)
  const bundler = createBundler(url, chainId)
  const sender = await other?.()
  const bundled = (method: string, params: unknown[]) =>
    sender === undefined ? bundler.answer(method, params) : rpc(sender, method, params)
  const start = async (paymaster: Address, isSigning: boolean): Promise<Sponsor> => {
    const service = await serve(async ({ method, params }) => {
      try {
        const paid = await paymasterAnswer(method, params, paymaster, isSigning)
        return { answer: { result: paid ?? (await bundled(method, params)) } }
      } catch (error) {
        const { code = -32603, message } = error as { code?: number; message: string }
        return { answer: { error: { code, message } } }
      }
    }, 0)
    return { ...service, paymaster }
  }
  return {
    bundler,
    signing: await start(paymasters.signing, true),
    takesTokens: await start(paymasters.takesTokens, false),
  }
}

/**
 * Starts services that pay for batches on the local chain, one of them for its lUSDC. `other`: starts the bundler in
 * place of the one for tests.
 */
export const startLocalSponsors = async (
  { url, contracts }: Chain,
  other?: () => Promise<string>,
): Promise<Sponsors> => {
  await plantRouter(url, bob)
  return startSponsors(url, 31337, bob, contracts.usdc, other)
}
