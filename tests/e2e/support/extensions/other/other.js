// Does nothing by itself: a test speaks through it, as any extension could.
globalThis.isOther = true
