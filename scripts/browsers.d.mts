/** Finds a Chromium that loads unpacked extensions; branded Chrome ignores `--load-extension`. */
export function findChromium(): Promise<string | undefined>

/** Finds a Firefox built by Mozilla; Playwright's is patched and loads no extensions. */
export function findFirefox(): Promise<string | undefined>
