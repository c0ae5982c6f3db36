// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Coins {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Gives whoever asks 30 whole coins of 18 decimals.
contract Drop {
    Coins private immutable coins;

    constructor(Coins coins_) {
        coins = coins_;
    }

    function claimReward(uint256) external {
        coins.transfer(msg.sender, 30e18);
    }
}
