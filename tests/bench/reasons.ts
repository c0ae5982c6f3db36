const quote =
  'Between the node’s answers the wallet decodes the calls and what their logs say, writes the next question and reads its own rows, as the steps show; the floor only posts. Four other ways brought nothing (docs/decisions.md, “What was tried for budgets that are broken”).'

const locked =
  'Beside what any quote takes, the lock is built from the first simulation, and the batch is read once more with it, as the steps show; the floor only posts. Four other ways brought nothing (docs/decisions.md, “What was tried for budgets that are broken”).'

const unprepared =
  'A window that is prepared before a request was tried and is not made: it took 12 to 50 ms from the call to its paint in place of 117 to 195, and stood where nobody had asked for one (docs/decisions.md, “No window is prepared”). Other ways within the page brought at most 10 ms (“What was tried for budgets that are broken”). A side panel that the user has opened is prepared, and measured below.'

const window = `The page’s files are read, compiled and run, and its rows are read, before its first paint, and the calls are in that, as the steps show; the empty window has no code. ${unprepared}`

const verdict = `The page’s files are read, compiled and run, and its rows are read, before its first paint, which is most of it, as the steps show; amounts, fee and verdict are drawn once the quote is there. ${unprepared}`

const panel =
  'The node is asked in up to five turns, each of which waits for the one before, and between them the background reads the answers, as the steps show; the page draws twice on the same two cores, which also run the node and the browser.'

const send =
  'Beside the node’s one answer the wallet reads the rows of request, account and lane; it freezes and signs the batch, and writes the decision and the signed bytes in one, with what it keeps of both, as the steps show. The floor reads nothing, and writes one row. Reading the rows beside the node’s answer brought nothing, nor did keeping them in memory (docs/decisions.md, “What was tried for budgets that are broken”).'

/** Reasons for broken budgets, by the measure's name; none for what is kept. */
export const reasons: Readonly<Record<string, string>> = {
  'delay of a page’s first script':
    'The provider has to be in the page’s world and its Port in the isolated one, so that two scripts run where the floor has two of a few lines; the difference is about 1 ms, and turns differ from each other by as much.',
  'first answer after a stop, process alive':
    'The first script is 200 kB. One of 223 kB added 3 ms to a bare extension as code that never runs and 11 by running (tried by hand, docs/decisions.md, “The background is a script that starts it”); a tenth less of it brought nothing that can be told from the spread. Then the session and the rows of the site are read, as the steps show.',
  'first quote, 100 transfers, not locked': quote,
  'first quote, 100 transfers, locked': locked,
  'first quote, 1 ERC-20 transfer': quote,
  'first quote, 10 ERC-20 transfers, not locked': quote,
  'first quote, 100 ERC-20 transfers, not locked': quote,
  'first quote, 10 ERC-20 transfers, locked': locked,
  'first quote, 100 ERC-20 transfers, locked': locked,
  'first quote, 1 swap': quote,
  'first quote, 100 swaps, not locked': quote,
  'first quote, 10 swaps, locked': locked,
  'first quote, 100 swaps, locked': locked,
  'approval window: request to every call readable': window,
  'approval window: request to verdict, amounts and fee on the screen, Approve armable': verdict,
  'approval window: request to every call readable, 10': window,
  'approval window: request to verdict, Approve armable, 10': verdict,
  'approval window: request to every call readable, 100': window,
  'approval window: request to verdict, Approve armable, 100': verdict,
  'approval window: request to every call readable, 1,000': window,
  'approval window: request to verdict, Approve armable, 1,000': verdict,
  '500 calls readable, over 10 calls':
    'The calls are in the first paint, as the steps show, but the node and the background work on 500 of them on the same machine meanwhile.',
  'side panel that is open: request to verdict, amounts and fee, 100': panel,
  'side panel that is open: request to every call readable, 1,000':
    'The request of 1,000 calls is checked, written and read again by the page, and the background begins its quote of them on the same two cores before the page has drawn.',
  'side panel that is open: request to verdict, amounts and fee, 1,000': panel,
  'click on Approve to the transaction at the node': send,
  'click on Approve to the node by calls, 10': send,
  'click on Approve to the node by calls, 100': send,
}
