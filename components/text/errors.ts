import type { Refusal } from '@/lib/wallet/contract'

const sentences: Readonly<Record<number, string>> = {
  [-32603]: 'The approval could not be written to disk. Free some space, then ask the site again.',
  [-32000]: 'The network did not take the transaction.',
  [-32005]: 'The network’s node takes no more requests for now.',
  [-32602]: 'The site’s request is not valid.',
  4100: 'The site no longer has access to this account.',
  4901: 'The network does not answer.',
  5710: 'This network cannot run several calls as one, and the site needs that.',
  5720: 'The site has already submitted a batch with this ID.',
  5740: 'The batch is too large for this network.',
  5750: 'The site needs all calls to run as one, which takes the upgrade of the account.',
  5760: 'This account cannot run several calls as one on this network, and the site needs that.',
}

/** What a request's end means to the user, chosen by its code. */
export const sentenceOfCode = (code: number): string =>
  sentences[code] ?? 'The wallet cannot carry out this request.'

/** What a failed verb means to the user; the error's own text is never shown. */
export const sentenceOfError = (error: unknown): string => {
  const code = error instanceof Error ? Number(error.message) : Number.NaN
  const sentence = code === -32603 ? undefined : sentences[code]
  return sentence ?? 'Something went wrong in the wallet. Try again.'
}

/** Why an approval did not count, to the user. */
export const sentenceOfRefusal: Readonly<Record<Refusal, string>> = {
  gone: 'This request was already decided.',
  'page gone': 'The page that asked has gone, so nothing was sent.',
  locked: 'The wallet was locked meanwhile, so nothing was sent. Unlock it and approve again.',
  'not saved':
    'The approval could not be written to disk, so nothing was sent, and the site was told so. Free some space, then ask the site again.',
}
