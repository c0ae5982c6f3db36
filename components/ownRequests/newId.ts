/** A request's id, as random as the relay mints them. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '')
