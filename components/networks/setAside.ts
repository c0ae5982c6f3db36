import { letHostsGo } from '@/lib/browser/hostAccess'
import { wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { askForHost } from './hostPermission'

const answers = {
  done: undefined,
  'bad url': 'rpcs_badUrl',
  'same node': 'second_sameNode',
  'no answer': 'rpcs_noAnswer',
  'other chain': 'rpcs_servesOther',
  'no bundler': 'bundler_no',
} as const

/**
 * Services used beside a network's own RPCs: one that is compared with them, one that only sends, a paymaster of the
 * user's own, a bundler for what somebody else pays.
 */
export type Aside = 'second' | 'send' | 'paymaster' | 'bundler'

const verbs = {
  second: 'setSecondRpc',
  send: 'setSendRpc',
  paymaster: 'setPaymaster',
  bundler: 'setBundler',
} as const

/**
 * Sets an RPC beside a network's own, null for none. Gives back what is wrong with it, if anything is.
 * `isAgain`: it did not answer before, so that its host is asked for; that has to happen within the click.
 */
export const setAside = async (
  aside: Aside,
  chainId: number,
  url: string | null,
  oldHost: string | undefined,
  isAgain = false,
): Promise<string | undefined> => {
  try {
    if (url !== null && isAgain) await askForHost(url)
    const problem = answers[await wallet(verbs[aside], { chainId, url })]
    return problem && t(problem)
  } catch (error) {
    return sentenceOfError(error)
  } finally {
    const newHost = url !== null && URL.canParse(url) ? new URL(url).host : undefined
    await letHostsGo([oldHost, newHost].filter((host) => host !== undefined))
  }
}
