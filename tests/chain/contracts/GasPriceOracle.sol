// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Replaces the oracle of OP stack chains at its address; has no storage, so that setting its code is enough.
contract GasPriceOracle {
    function getL1Fee(bytes calldata unsignedTransaction) external pure returns (uint256) {
        return 1 gwei * 16 * (unsignedTransaction.length + 68);
    }
}
