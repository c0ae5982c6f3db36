// Topics of events: the keccak256 of their signatures. They stand here as values, as hashing them takes a worker that
// starts, and a page that opens, several milliseconds; a unit test hashes them anew.

/** `Transfer(address,address,uint256)`, an event of ERC-20 and ERC-721; ERC-721 indexes all fields. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** `Approval(address,address,uint256)` */
export const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** `ApprovalForAll(address,address,bool)` */
export const approvalForAllTopic =
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/** `TransferSingle(address,address,address,uint256,uint256)` */
export const transferSingleTopic =
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

/** `TransferBatch(address,address,address,uint256[],uint256[])` */
export const transferBatchTopic =
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** `Transfer(address,address,address,uint256,uint256)` */
export const erc6909TransferTopic =
  '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859'

/** `Approval(address,address,address,uint160,uint48)` */
export const permit2ApprovalTopic =
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'

/** `Permit(address,address,address,uint160,uint48,uint48)` */
export const permit2PermitTopic =
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'

/** `Lockdown(address,address,address)` */
export const permit2LockdownTopic =
  '0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4'

/** `Deposit(address,uint256)` */
export const depositTopic = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'

/** `Withdrawal(address,uint256)` */
export const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
