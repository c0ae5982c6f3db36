// Tests send messages from here to the wallet, as every installed extension can.
globalThis.isOther = true
