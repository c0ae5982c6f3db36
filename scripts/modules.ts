import { createServer } from 'vite'

// What the extension's build replaces; the trials lead these addresses to nodes of their own.
const define = {
  __BASE_URL__: '"https://mainnet.base.org"',
  __TESTNET_BASE_URL__: '"https://sepolia.base.org"',
  __LOCAL_URL__: '"http://127.0.0.1:8545"',
  __VERSION__: '"0.0.0"',
  __BUILD__: '"0"',
}

/** Loads the wallet's modules and the trials' as they are built, over a database in memory. */
export const openModules = async (baseUrl?: string) => {
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    define: baseUrl ? { ...define, __BASE_URL__: JSON.stringify(baseUrl) } : define,
    resolve: { alias: { '@': process.cwd() } },
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  await server.ssrLoadModule('fake-indexeddb/auto')
  return {
    load: async <Module>(path: string) => (await server.ssrLoadModule(path)) as Module,
    close: () => server.close(),
  }
}
