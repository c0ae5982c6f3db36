const quote =
  'Between the node’s answers the wallet decodes the calls and what their logs say, writes the next question and reads its own rows, as the steps show; the floor only posts.'

const locked =
  'Beside what any quote takes, the lock is built from the first simulation, and the batch is read once more with it, as the steps show; the floor only posts.'

const unprepared =
  'A window that is prepared before a request was tried and is not made: it took 12 to 50 ms from the call to its paint in place of 117 to 195, and stood where nobody had asked for one (docs/decisions.md, “No window is prepared”). A side panel that the user has opened is prepared, and measured below.'

const window = `The page’s files are read, compiled and run, and its rows are read, before its first paint, and the calls are in that, as the steps show; the empty window has no code. ${unprepared}`

const verdict = `The page’s files are read, compiled and run, and its rows are read, before its first paint, which is most of it, as the steps show; amounts, fee and verdict are drawn once the quote is there. ${unprepared}`

const panel =
  'The node is asked in up to five turns, each of which waits for the one before, and between them the background reads the answers, as the steps show; the page draws twice on the same two cores, which also run the node and the browser.'

const send =
  'Beside the node’s one answer the wallet reads the rows of request, account and lane; it freezes and signs the batch, and writes the decision and the signed bytes in one, with what it keeps of both, as the steps show. The floor reads nothing, and writes one row. Reading the rows beside the node’s answer brought nothing: that answer is waited for (docs/decisions.md, “A batch is signed before its yes is stored”).'

/** Reasons for broken budgets, by the measure's name; none for what is kept. */
export const reasons: Readonly<Record<string, string>> = {
  'background, gzip':
    'Its scripts are 194 KiB. Argon2id, BLAKE2b and Keccak in WebAssembly, which are read when a password is entered or long typed data come, are 7 KiB more.',
  'delay of a page’s first script':
    'The provider has to be in the page’s world and its Port in the isolated one, so that two scripts run where the floor has two of a few lines; the difference is about 1 ms, and turns differ from each other by as much.',
  'first answer after a stop, process alive':
    'The first script is 223 kB: to a bare extension it adds 3 ms as code that never runs and 11 by running (tried by hand, docs/decisions.md, “The background is a script that starts it”). Then the session and the rows of the site are read, as the steps show.',
  'first quote, 100 transfers, not locked': quote,
  'first quote, 10 ERC-20 transfers, not locked': quote,
  'first quote, 100 ERC-20 transfers, not locked': quote,
  'first quote, 10 ERC-20 transfers, locked': locked,
  'first quote, 100 ERC-20 transfers, locked': locked,
  'first quote, 1 swap': quote,
  'first quote, 10 swaps, not locked': quote,
  'first quote, 100 swaps, not locked': quote,
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
  'approval window: request for a signature to all of it on the screen':
    'The page’s files are read, compiled and run, and its rows are read before its first paint, as the steps show; the message is then decoded, hashed and put into words, and its token is asked for. The empty window has no code.',
  'side panel that is open: request to verdict, amounts and fee, 100': panel,
  'side panel that is open: request to verdict, amounts and fee, 1,000': panel,
  'click on Approve to the transaction at the node': send,
  'click on Approve to the node by calls, 10': send,
  'click on Approve to the node by calls, 100': send,
}
