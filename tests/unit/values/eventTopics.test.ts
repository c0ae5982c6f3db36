import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import * as topics from '@/lib/values/eventTopics'

const signatures: Record<keyof typeof topics, string> = {
  transferTopic: 'Transfer(address,address,uint256)',
  approvalTopic: 'Approval(address,address,uint256)',
  approvalForAllTopic: 'ApprovalForAll(address,address,bool)',
  transferSingleTopic: 'TransferSingle(address,address,address,uint256,uint256)',
  transferBatchTopic: 'TransferBatch(address,address,address,uint256[],uint256[])',
  erc6909TransferTopic: 'Transfer(address,address,address,uint256,uint256)',
  permit2ApprovalTopic: 'Approval(address,address,address,uint160,uint48)',
  permit2PermitTopic: 'Permit(address,address,address,uint160,uint48,uint48)',
  permit2LockdownTopic: 'Lockdown(address,address,address)',
  depositTopic: 'Deposit(address,uint256)',
  withdrawalTopic: 'Withdrawal(address,uint256)',
}

test('each topic is the hash of its event’s signature', () => {
  const hashed = Object.entries(signatures).map(([name, text]) => [name, toEventSelector(text)])
  expect({ ...topics }).toEqual(Object.fromEntries(hashed))
})
