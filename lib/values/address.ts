/** True if two addresses are one, whatever their case. Takes any text: viem's `isAddressEqual` throws. */
export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
