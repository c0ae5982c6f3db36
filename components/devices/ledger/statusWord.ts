import type { Fault } from './fault'

/** The status word of success. */
export const success = 0x9000

/**
 * The meanings of status words, of LedgerHQ/ledger-secure-sdk (include/status_words.h at e5a9d0fd) as LedgerHQ/app-ethereum
 * 1.22.0 uses them, and of the device's own system, as Ledger's kit 1.10.0 reads them (`CommandUtils`,
 * `GLOBAL_ERRORS`).
 */
const faults: Readonly<Record<number, Fault>> = {
  // SWO_SEC_PIN_15, and two that the kit takes for a locked device.
  0x5515: 'locked',
  0x5303: 'locked',
  0x6982: 'locked',
  // SWO_CONDITIONS_NOT_SATISFIED: src/features/*/ui_common_*.c, when the user rejects; 5501 by the system itself.
  0x6985: 'refused',
  0x5501: 'refused',
  // SWO_INVALID_CLA: what has no such class of commands is the dashboard, or the app of another coin.
  0x6e00: 'wrong app',
  0x6e01: 'wrong app',
  // SWO_INVALID_INS, and src/features/sign_tx/cmd_sign_tx.c for a type of transactions.
  0x6d00: 'old app',
  0x6501: 'old app',
  // SWO_INSUFFICIENT_MEMORY.
  0x6a84: 'too much',
  // SWO_PARAMETER_ERROR_NO_INFO, SWO_INCORRECT_DATA, SWO_WRONG_DATA_LENGTH, SWO_WRONG_P1_P2, SWO_COMMAND_NOT_ALLOWED.
  0x6a00: 'bad request',
  0x6a80: 'bad request',
  0x6a87: 'bad request',
  0x6b00: 'bad request',
  0x6980: 'bad request',
}

/** Returns what a status word other than success means. */
export const faultOf = (word: number): Fault => faults[word] ?? 'unread'
