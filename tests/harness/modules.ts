import { createServer } from 'vite'

// Constants that the extension's build replaces; trials redirect these URLs to their own nodes.
const define = {
  __BASE_URL__: '"https://mainnet.base.org"',
  __TESTNET_BASE_URL__: '"https://sepolia.base.org"',
  __LOCAL_URL__: '"http://127.0.0.1:8545"',
  __VERSION__: '"0.0.0"',
  __BUILD__: '"0"',
}

/** Loads modules of the wallet and of the trials through Vite, as in a build, over an in-memory database. */
export const openModules = async (baseUrl?: string) => {
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    define: baseUrl ? { ...define, __BASE_URL__: JSON.stringify(baseUrl) } : define,
    resolve: { alias: { '@': process.cwd() } },
    // Ledger's kit imports folders, which Node refuses and Vite resolves.
    ssr: { noExternal: [/^@ledgerhq\//] },
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  await server.ssrLoadModule('fake-indexeddb/auto')
  return {
    load: async <Module>(path: string) => (await server.ssrLoadModule(path)) as Module,
    close: () => server.close(),
  }
}
