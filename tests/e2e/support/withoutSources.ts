import { SourceMap, type SourceMapPayload } from 'node:module'

/** Returns code without what came from some of its sources, as its map tells. */
export const withoutSources = (
  code: string,
  payload: SourceMapPayload,
  isOut: (source: string) => boolean,
): string => {
  const map = new SourceMap(payload)
  const sources = new Map<string, boolean>()
  const isLeftOut = (line: number, column: number): boolean => {
    const entry = map.findEntry(line, column)
    if (!('originalSource' in entry) || !entry.originalSource) return false
    const known = sources.get(entry.originalSource) ?? isOut(entry.originalSource)
    sources.set(entry.originalSource, known)
    return known
  }
  const kept = code.split('\n').map((text, line) => {
    let rest = ''
    for (let column = 0; column < text.length; column++)
      if (!isLeftOut(line, column)) rest += text.charAt(column)
    return rest
  })
  return kept.join('\n')
}
