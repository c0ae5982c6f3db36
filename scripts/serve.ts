import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

type Site = { url: string; stop: () => Promise<void> }

type Options = {
  root: string
  /** 0: any free port. */
  port: number
  /** Environment variable that sets another port; named in the error if the port is taken. */
  portVariable: string
  /** JSON answers that are not files, by path. */
  json: Record<string, unknown>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const answer = async (path: string, { root, json }: Options) => {
  if (Object.hasOwn(json, path)) return { type: '.json', body: JSON.stringify(json[path]) }
  const file = path.endsWith('/') ? `${path}index.html` : path
  // Normalized while it starts with a slash, so that no `..` leads out of the folder.
  return { type: extname(file), body: await readFile(join(root, normalize(file))) }
}

/** Serves a folder on 127.0.0.1. Rejects with one sentence if the port is taken. */
export const serve = (options: Options): Promise<Site> =>
  new Promise((resolve, reject) => {
    const respond = async (url: string, response: ServerResponse) => {
      try {
        const { pathname } = new URL(url, 'http://localhost')
        const { type, body } = await answer(decodeURIComponent(pathname), options)
        response.setHeader('content-type', types[type] ?? 'application/octet-stream')
        response.setHeader('cache-control', 'no-store')
        response.end(body)
      } catch {
        response.writeHead(404).end()
      }
    }
    const server = createServer(({ url = '/' }, response) => void respond(url, response))
    const stop = () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `The playground cannot be served: port ${options.port} on 127.0.0.1 is taken; end what listens there or set ${options.portVariable} to a free one.`,
            )
          : error,
      ),
    )
    server.listen(options.port, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({ url: `http://127.0.0.1:${port}`, stop })
    })
  })
