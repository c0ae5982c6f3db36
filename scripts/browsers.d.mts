/** A Chromium that loads unpacked extensions; branded Chrome ignores `--load-extension`. */
export function findChromium(): Promise<string | undefined>

/** A Firefox as Mozilla builds it; Playwright's is patched and loads no extensions. */
export function findFirefox(): Promise<string | undefined>
