/** Reasons for broken budgets, by the measure's name; shown only for those that are broken. */
export const reasons: Readonly<Record<string, string>> = {
  'delay of a page’s first script':
    'Two scripts run in each page before its own. What the echo extension adds is often too little to be told from nothing.',
  eth_chainId:
    'A request passes a provider and a stack that check it; where the machine is busy, each takes longer.',
  eth_accounts:
    'A request passes a provider and a stack that check it; where the machine is busy, each takes longer.',
  eth_getBalance:
    'Each read passes a provider, a stack that checks it and a line of sixteen for its tab; where the machine is busy, each takes longer.',
  eth_call:
    'Each read passes a provider, a stack that checks it and a line of sixteen for its tab; where the machine is busy, each takes longer.',
  eth_getBlockByNumber:
    'Each read passes a provider, a stack that checks it and a line of sixteen for its tab; where the machine is busy, each takes longer.',
  'reads at once, 200':
    'Each read passes a provider, a stack that checks it and a line of sixteen for its tab; where the machine is busy, each takes longer.',
  '2,000 reads at once from 50 tabs':
    'Each read passes a provider, a stack that checks it and a line of sixteen for its tab; where the machine is busy, each takes longer.',
  'node requests for identical reads at once, 100':
    'Only what is asked while an equal read is under way joins it: the first ones are answered before the last ones arrive.',
  'first answer after the background was stopped':
    'The whole background is one script of 545 kB, which the browser reads and runs anew.',
  'approval window: request to its content painted':
    'The page has to load and to ask the background before there is something to paint.',
  'approval window: request for a signature to its content painted':
    'The page has to load, with the table of known signatures after it, and to ask the background.',
  'click on Approve to the transaction at the node':
    'The decision is checked against the request, the accounts and the accepted outcome, a lock is taken that no second worker can pass, and the vault is read and opened for each signature; meanwhile the window closes on the same cores.',
  'included at the node to wallet_getCallsStatus':
    'The status comes with the next look after the inclusion; a look takes two questions, one after the other.',
  'simulation verdict, 1 call':
    'Before it asks, the wallet reads what its account has under way, and it takes six connections at most to a node.',
  'simulation verdict, 10 calls':
    'Before it asks, the wallet reads what its account has under way, and it takes six connections at most to a node.',
  'simulation verdict, 100 calls':
    'As for fewer calls; encoding, reading and judging each call comes on top.',
  'status with 100,000 stored batches, over 100':
    'It is read by index, in a database that no longer fits the memory that the browser gives it.',
  'activity with 100,000 stored batches, over 100':
    'Its rows are read by index, one by one from the newest, in a database that no longer fits the memory that the browser gives it.',
}
