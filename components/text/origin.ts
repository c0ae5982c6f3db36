/** An origin as it is shown: host and port, with the scheme only where it is not https. */
export const hostOf = (origin: string): string => origin.replace(/^https:\/\//, '')
