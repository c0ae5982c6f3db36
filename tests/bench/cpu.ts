/** Returns how long a piece of work takes, in ms of this process's CPU time, which other programs do not lengthen. */
export const cpuTimeOf = async (work: () => unknown): Promise<number> => {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
