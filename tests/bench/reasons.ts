const quote =
  'Between the node’s answers the wallet decodes the calls and what their logs say, writes the next question and reads its own rows, as the steps of a hundred calls under a lock show; the floor only posts.'

const locked =
  'Beside what any quote takes, the lock is built from the first simulation, and the batch is read once more with it, as the steps show; the floor only posts.'

const window =
  'The page’s code is read, run and drawn before its first paint, as the steps show, and the calls are in that; the empty window has no code.'

const verdict =
  'The page’s code is read, run and drawn before its first paint, which is more than half of it, as the steps show; amounts, fee and verdict are drawn once the quote is there.'

const send =
  'Beside the node’s one answer the wallet reads the rows of request, account and lane, several after one another; it freezes and signs the batch, and writes the decision and the signed bytes in one, with what it keeps of both, as the steps show. The floor reads nothing, and writes one row.'

const included =
  'Half of the batches are told of within a refresh; the slowest of twenty took 147 ms longer than one, on a machine whose two cores also run the node and the page. The run before kept it to 23 ms.'

/** Reasons for broken budgets, by the measure's name; none for what is kept. */
export const reasons: Readonly<Record<string, string>> = {
  'first answer after a stop, process alive':
    'The first script, 230 kB of code, is read and run, as the steps show, and then the session and the rows of the site are read; the bare one has a few lines and reads nothing.',
  'first quote, 100 transfers, not locked': quote,
  'first quote, 10 ERC-20 transfers, locked': locked,
  'first quote, 100 ERC-20 transfers, locked': locked,
  'first quote, 100 ERC-20 transfers, not locked': quote,
  'first quote, 1 swap': quote,
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
    'The calls are in the first paint, as the steps show, but the node and the background work on 500 of them on the same machine meanwhile. Where the node waits 0.7 s before it answers, 500 are readable as soon as ten.',
  'approval window: request for a signature to all of it on the screen':
    'The page’s code is read, run and drawn before its first paint, as the steps show; the message is then decoded, hashed and put into words. The empty window has no code.',
  'click on Approve to the transaction at the node': send,
  'click on Approve to the node by calls, 10': send,
  'click on Approve to the node by calls, 100': send,
  'included at the node to wallet_getCallsStatus': included,
}
