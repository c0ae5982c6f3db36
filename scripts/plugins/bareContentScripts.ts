import type { Plugin } from 'vite'

const imported = /import definition from "[^"]+";/

/** Returns WXT's entry of a content script with the script's own code alone. Throws if WXT no longer imports it so. */
export const withMainAlone = (entry: string): string => {
  const [statement] = imported.exec(entry) ?? []
  if (statement === undefined) throw new Error('WXT no longer imports a content script so')
  return `${statement} definition.main();`
}

/**
 * Vite plugin that leaves out what WXT puts around a content script: in each page it reads the extension API before the
 * page's own scripts run, and tells the page the extension's ID by a message.
 */
export const bareContentScripts = (): Plugin => ({
  name: 'bare-content-scripts',
  transform: (code, id) =>
    /virtual:wxt-content-script-\w+-world-entrypoint/.test(id) ? withMainAlone(code) : null,
})
