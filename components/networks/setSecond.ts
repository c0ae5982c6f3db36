import { networks } from '@/lib/network/networks'
import { secondHosts } from '../hooks'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { askForHost, letHostGo } from './hostPermission'

const answers = {
  done: undefined,
  'bad url': 'rpcs_badUrl',
  'same node': 'second_sameNode',
  'no answer': 'second_noAnswer',
  'other chain': 'rpcs_servesOther',
} as const

/** Sets a network's second RPC, null for none. Gives back what is wrong with it, if anything is. */
export const setSecond = async (
  chainId: number,
  url: string | null,
  oldHost: string | undefined,
): Promise<string | undefined> => {
  try {
    if (url !== null) await askForHost(url)
    const problem = answers[await wallet('setSecondRpc', { chainId, url })]
    return problem && t(problem)
  } catch (error) {
    return sentenceOfError(error)
  } finally {
    const used = [...Object.values(await secondHosts()), ...networks.flatMap(({ hosts }) => hosts)]
    for (const host of [oldHost, url !== null && URL.canParse(url) ? new URL(url).host : undefined])
      if (host && !used.includes(host)) await letHostGo(`https://${host}`)
  }
}
