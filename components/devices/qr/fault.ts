/**
 * Why a QR code was not taken. `foreign`: of something else than a hardware wallet; `other kind`: it says something else
 * than what is waited for; `damaged`: its bytes are not those that were sent; `mixed`: parts of two messages; `too long`:
 * more than anybody sends; `endless`: parts that never come to an end; `other request`: a signature for another question;
 * `fingerprint`: none, or two of them; `path`: none that can be asked for; `bad key`: one that gives no address; `no
 * account`: nothing for Ethereum in it; `wrong`: a signature of another key or of something else.
 */
export type QrFault =
  | 'foreign'
  | 'other kind'
  | 'damaged'
  | 'mixed'
  | 'too long'
  | 'endless'
  | 'other request'
  | 'fingerprint'
  | 'path'
  | 'bad key'
  | 'no account'
  | 'wrong'
  | 'too much'
  | 'no format'
  | 'no camera'
  | 'camera refused'
  | 'camera busy'
  | 'no code'

/** The error of an exchange by QR codes. */
export type QrError = Error & { qr: QrFault }

/** Makes the error of an exchange by QR codes. */
export const qrError = (qr: QrFault): QrError => Object.assign(new Error(qr), { qr })

/** True for an error that `qrError` made. */
export const isQrError = (error: unknown): error is QrError =>
  error instanceof Error && 'qr' in error
