/** A name in its one form (ENSIP-15); undefined if it has none. The tables are large, and read when a name is typed. */
export { normalize } from 'viem/ens'
