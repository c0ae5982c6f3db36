import { useMutation } from '@tanstack/react-query'
import { give, gifts, type Gift } from './faucet'
import type { PanelProps } from './panelProps'
import { recorded } from './recorded'

/** Gives the account coin and tokens of the local chain. */
export const FaucetTab = ({ account, local }: PanelProps) => {
  const faucet = useMutation({
    mutationFn: (gift: Gift) => {
      if (!local || !account) throw new Error('The faucet needs the local chain and an account.')
      return recorded(`faucet ${gift}`, { to: account }, () => give(gift, local, account))
    },
  })

  if (!local)
    return <p className="empty">Only the local chain has a faucet: start it with npm start.</p>
  return (
    <>
      <p className="note">Worthless coin and tokens of the local chain, straight from its node.</p>
      <div className="presets" role="group" aria-label="Faucet">
        {gifts.map((gift) => (
          <button
            key={gift}
            disabled={account === undefined || faucet.isPending}
            onClick={() => faucet.mutate(gift)}
          >
            {gift}
          </button>
        ))}
      </div>
      <p className="note" role="status">
        {faucet.isSuccess && `Sent ${faucet.variables}: ${faucet.data}`}
      </p>
      <p className="problem" role="alert">
        {faucet.isError && `Not sent: ${faucet.error.message}`}
      </p>
    </>
  )
}
