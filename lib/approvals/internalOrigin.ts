/** Who asks where the user does, in the wallet's own page: no site's origin is without a scheme. */
export const internalOrigin = 'volley'
