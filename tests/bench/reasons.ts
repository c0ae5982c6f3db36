/** Reasons for broken budgets, by the measure's name; none for what is kept. */
export const reasons: Readonly<Record<string, string>> = {
  'delay of a page’s first script':
    'Two scripts of more than 2 KiB each run in each page before its own; the two of the bare extension have a few lines.',
  'click on Approve to the transaction at the node':
    'The decision is checked against the request, the accounts and the accepted outcome, a lock is taken that no second worker can pass, and the vault is read and opened for each signature; meanwhile the window closes on the same cores.',
}
