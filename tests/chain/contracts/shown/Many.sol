// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// The part of Multicall3 by which wallets read balances.
contract Many {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 index; index < calls.length; index++) {
            (results[index].success, results[index].returnData) = calls[index].target.call(calls[index].callData);
            require(results[index].success || calls[index].allowFailure, "Multicall3: call failed");
        }
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }
}
