import { freezeRealm } from './freezeRealm'

// First of all imports of an entrypoint: what runs before it can still change everything. Tests in a browser
// hold back the answers of nodes in the development build, by a `fetch` of their own.
freezeRealm(globalThis, import.meta.env.MODE === 'production' ? [] : ['fetch'])
