import { networks, type Network } from '@/lib/network/networks'
import { SecondRpc } from '../networks/SecondRpc'
import { useSecondHosts } from '../hooks'
import { nodeHost } from '../text/network'
import { Facts } from '../ui/Facts'
import { Host } from '../ui/Host'
import { Section } from '../ui/Section'
import { BackBar } from './BackBar'
import styles from './Networks.module.css'

/** The networks, the node behind each, and the second RPC that the user may add. */
export const Networks = () => {
  const hosts = useSecondHosts()
  return (
    <>
      <BackBar />
      <main className={styles.page}>
        <div className={styles.head}>
          <h1 className={styles.title}>Networks</h1>
          <p>
            A second RPC keeps one node from being believed alone: status 200 (Confirmed) waits for
            its agreement, at most 10 s.
          </p>
        </div>
        {hosts &&
          networks.map((network) => (
            <Row key={network.chainId} network={network} second={hosts[network.chainId]} />
          ))}
      </main>
    </>
  )
}

const Row = ({ network, second }: { network: Network; second: string | undefined }) => (
  <Section title={network.name}>
    <Facts
      rows={[
        ['Chain ID', network.chainId],
        ['Node', <Host origin={nodeHost(network)} />],
        ['Second RPC', second ? <Host origin={second} /> : 'None'],
      ]}
    />
    <SecondRpc network={network} host={second} />
  </Section>
)
