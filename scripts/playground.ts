import { runToEnd } from './cleanup.ts'
import { buildPlayground } from './build.ts'

await runToEnd(async () => {
  const folder = await buildPlayground('.output/playground')
  console.log(`playground   ${folder}`)
  console.log(
    '             Copy the folder to any static server, under any path; HTTPS or localhost.',
  )
  return 0
})
