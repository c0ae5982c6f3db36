import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'

const listen = () =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

/** A free port for each name; all are held while they are chosen, so no two are the same. */
export const freePorts = async <Name extends string>(names: Name[]) => {
  const servers = await Promise.all(names.map(listen))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(
    servers.map((server) => new Promise<void>((done) => server.close(() => done()))),
  )
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<
    Name,
    number
  >
}
