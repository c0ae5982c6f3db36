import type { Entry, Movement } from './entry'
import type { ReceivedEntry } from './receivedEntry'

/** Columns of the file. Each movement has a row; a batch's first row alone has its fee, so that fees can be summed. */
const columns = [
  'time',
  'status',
  'code',
  'network',
  'chain_id',
  'account',
  'site',
  'batch',
  'sender',
  'direction',
  'asset',
  'token',
  'token_id',
  'amount',
  'units',
  'basis',
  'fee',
  'fee_units',
  'fee_asset',
  'transactions',
] as const

/** Characters that would break a line or are drawn as nothing. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * A sign by which a spreadsheet takes a cell for a formula, wide forms included: first in the text, or after what another
 * spreadsheet takes for the end of a cell.
 */
const formula = /(^|[,;|])([\s"']*)(?=[=+\-@＝＋－＠])/g

/** A cell that a spreadsheet shows as the text it is. */
export const cell = (text: string): string => {
  const plain = text.replace(unseen, ' ').replace(formula, "$1$2'")
  return `"${plain.replaceAll('"', '""')}"`
}

type Row = Record<(typeof columns)[number], string>

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** The first line of the file; the mark before it tells spreadsheets that the text is UTF-8. */
export const head = `\u{feff}${line(columns)}`

const rowOf = (entry: Entry, movement: Movement | undefined, isFirst: boolean): string => {
  const fee = isFirst ? entry.fee : undefined
  const row: Row = {
    time: entry.time,
    status: entry.word,
    code: String(entry.status),
    network: entry.network,
    chain_id: String(entry.chainId),
    account: entry.account,
    site: entry.site,
    batch: entry.id,
    sender: '',
    direction: movement?.direction ?? '',
    asset: movement?.symbol ?? '',
    token: movement?.token ?? '',
    token_id: movement?.tokenId ?? '',
    amount: movement?.amount ?? '',
    units: movement?.units ?? '',
    basis: movement?.basis ?? (entry.isChecked ? '' : 'unknown'),
    fee: fee?.amount ?? '',
    fee_units: fee?.units ?? '',
    fee_asset: fee?.symbol ?? '',
    transactions: entry.transactions.map(({ hash }) => hash).join(' '),
  }
  return line(columns.map((name) => row[name]))
}

/** The rows of a batch: one for each movement, or one without any. */
export const rowsOf = (entry: Entry): string =>
  entry.movements.length === 0
    ? rowOf(entry, undefined, true)
    : entry.movements.map((one, index) => rowOf(entry, one, index === 0)).join('')

/** The row of something that arrived. */
export const receivedRow = (one: ReceivedEntry): string => {
  const row: Row = {
    time: one.time,
    status: one.isSeen ? 'seen' : 'received',
    code: '',
    network: one.network,
    chain_id: String(one.chainId),
    account: one.account,
    site: '',
    batch: '',
    sender: one.sender,
    direction: 'in',
    asset: one.symbol,
    token: one.token,
    token_id: '',
    amount: one.amount ?? '',
    units: one.units,
    basis: one.basis,
    fee: '',
    fee_units: '',
    fee_asset: '',
    transactions: one.transaction,
  }
  return line(columns.map((name) => row[name]))
}
