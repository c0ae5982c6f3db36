/** A site's request as its Port delivers it; `id` is the relay's, `wire` the JSON text of the params. */
export type SiteRequest = {
  id: string
  origin: string
  documentId: string
  method: string
  wire: string
  /** The page asks without the user having just acted on it, as far as its relay can tell. */
  isQuiet?: true
  /** For a frame: the origin on top of it, empty if that is not known. For the eye only. */
  top?: string
}
