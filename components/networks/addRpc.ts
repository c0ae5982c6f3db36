import { wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { askForHost } from './hostPermission'

const answers = {
  done: undefined,
  last: undefined,
  'bad url': 'rpcs_badUrl',
  'same node': 'rpcs_sameNode',
  'no answer': 'rpcs_noAnswer',
  'other chain': 'rpcs_servesOther',
} as const

/**
 * Adds an RPC of the user's own to a network; gives back what is wrong with it, if anything is. `isAgain`:
 * it did not answer before, so that its host is asked for; that has to happen within the click.
 */
export const addRpc = async (
  chainId: number,
  url: string,
  isAgain: boolean,
): Promise<string | undefined> => {
  try {
    if (isAgain) await askForHost(url)
    const problem = answers[await wallet('editNetwork', { chainId, edit: { add: url } })]
    return problem && t(problem)
  } catch (error) {
    return sentenceOfError(error)
  }
}
