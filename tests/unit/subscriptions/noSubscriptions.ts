/** Subscriptions of a wallet where nobody subscribes. */
export const noSubscriptions = {
  subscribe: () => Promise.reject(new Error('nobody subscribes here')),
  unsubscribe: () => false,
}
