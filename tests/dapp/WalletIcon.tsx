/** Shows a wallet's icon if it is a data URI, as EIP-6963 requires: the page loads no remote resources. */
export const WalletIcon = ({ icon }: { icon: string | undefined }) =>
  icon?.startsWith('data:image/') ? (
    <img className="icon" src={icon} alt="" />
  ) : (
    <span className="icon" aria-hidden="true" />
  )
