/** True in Chromium: an extension of Firefox has no origin that would stay. */
export const mayUsePasskeys = (): boolean =>
  location.protocol === 'chrome-extension:' && 'PublicKeyCredential' in globalThis
