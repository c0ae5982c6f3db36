/**
 * True for the origin of a site on this machine: browsers ask nobody where a name under `localhost` leads. Takes an origin
 * as the browser writes it.
 */
export const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\/(([\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
