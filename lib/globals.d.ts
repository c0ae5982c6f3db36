/** RPC URLs fixed when the extension is built; the local one is empty outside development builds. */
declare const __BASE_URL__: string
declare const __TESTNET_BASE_URL__: string
declare const __LOCAL_URL__: string
/** The version of the package. */
declare const __VERSION__: string
/** A hash of the sources, the same for a clone and for the sources package. */
declare const __BUILD__: string
