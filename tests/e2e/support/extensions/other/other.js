// Another extension: tests send messages from its pages, as any extension could.
globalThis.isOther = true
