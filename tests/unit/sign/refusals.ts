import { isRpcError } from '@/lib/rpc/errors'

const start = 'The wallet cannot parse the request: '

/** Returns what a site is told that typed data are refused for, without its usual start; 'taken' if they are not. */
export const whyRefused = (read: () => unknown): string => {
  try {
    read()
    return 'taken'
  } catch (error) {
    if (!isRpcError(error) || error.code !== -32602 || !error.message.startsWith(start)) throw error
    return error.message.slice(start.length)
  }
}
