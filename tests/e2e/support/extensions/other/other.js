// Another extension: tests send messages from its pages, which every installed extension can do.
globalThis.isOther = true
