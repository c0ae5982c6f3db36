import { secondHosts } from '../hooks'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { askForHost, letHostGo } from './hostPermission'

const answers = {
  done: undefined,
  'bad url': 'This is no URL to ask: type one that begins with https://, or with http://localhost.',
  'same node': 'The wallet asks this host already. A second RPC has to be another one.',
  'no answer': 'No node answered there. Check the URL.',
  'other chain': 'The node there serves another network.',
}

/** Sets a network's second RPC, null for none. Gives back what is wrong with it, if anything is. */
export const setSecond = async (
  chainId: number,
  url: string | null,
  oldHost: string | undefined,
): Promise<string | undefined> => {
  try {
    if (url !== null) await askForHost(url)
    return answers[await wallet('setSecondRpc', { chainId, url })]
  } catch (error) {
    return sentenceOfError(error)
  } finally {
    const used = Object.values(await secondHosts())
    for (const host of [oldHost, url !== null && URL.canParse(url) ? new URL(url).host : undefined])
      if (host && !used.includes(host)) await letHostGo(`https://${host}`)
  }
}
