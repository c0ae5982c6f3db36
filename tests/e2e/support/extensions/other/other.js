// An extension that does nothing itself: tests send messages through it, as any extension could.
globalThis.isOther = true
