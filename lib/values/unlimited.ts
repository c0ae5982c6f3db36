/**
 * Amounts from which an allowance counts as unlimited. For a token, 2^255: no supply comes near it, and an
 * unlimited allowance stays above it when some is spent. For Permit2, the highest uint160, which Permit2 does
 * not lower.
 */
export const unlimited = { token: 2n ** 255n, Permit2: 2n ** 160n - 1n } as const
