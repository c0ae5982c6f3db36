const tooLong =
  'Calls of over 128 KiB do not fit into one transaction: 1,000 run in order, which is measured by itself.'

const noLock = 'Calls of over 128 KiB do not fit into one transaction, and no lock holds several.'

const tooMuchGas = 'A node simulates 50,000,000 gas at most, less than 1,000 swaps use.'

/** Why a curve ends before 1,000, by its name; none for one that does not. */
export const ends: Readonly<Record<string, string>> = {
  'node requests in 5 s with subscribed frames': 'A site has at most 64 subscriptions.',
  'load of a page with frames':
    'A page with 1,000 frames takes 20 s to load in a browser without an extension (loaded once, by hand), and several loads of it have no room in 15 minutes.',
  'click on Approve to the node by calls': tooLong,
  'included to the status by calls': tooLong,
  'first quote, transfers, locked': noLock,
  'later quote, transfers, locked': noLock,
  'first quote, ERC-20 transfers, locked': noLock,
  'later quote, ERC-20 transfers, locked': noLock,
  'first quote, swaps, locked': noLock,
  'later quote, swaps, locked': noLock,
  'first quote, swaps': tooMuchGas,
  'later quote, swaps': tooMuchGas,
}
