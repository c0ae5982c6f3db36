/** The nodes of the end-to-end tests, which their build of the extension knows by these addresses. */
export const urls = {
  local: process.env.VOLLEY_LOCAL_URL ?? 'http://127.0.0.1:28545',
  base: process.env.VOLLEY_BASE_URL ?? 'http://127.0.0.1:28546',
  testnet: process.env.VOLLEY_TESTNET_BASE_URL ?? 'http://127.0.0.1:28547',
}

/** What the build has to be told for that. */
export const urlVariables = ({ local, base, testnet }: typeof urls) => ({
  VOLLEY_LOCAL_URL: local,
  VOLLEY_BASE_URL: base,
  VOLLEY_TESTNET_BASE_URL: testnet,
})
