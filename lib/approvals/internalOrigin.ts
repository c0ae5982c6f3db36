/**
 * Origin of requests from the wallet's own page. No site can have it, because a site's origin has a scheme.
 */
export const internalOrigin = 'volley'
