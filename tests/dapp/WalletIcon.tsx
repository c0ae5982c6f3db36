/** A wallet's icon where it is a data URI, as EIP-6963 asks: this page loads nothing from afar. */
export const WalletIcon = ({ icon }: { icon: string | undefined }) =>
  icon?.startsWith('data:image/') ? (
    <img className="icon" src={icon} alt="" />
  ) : (
    <span className="icon" aria-hidden="true" />
  )
