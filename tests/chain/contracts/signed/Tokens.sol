// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import "./Assets.sol";
import "./Signed.sol";

/// The permit of DAI (github.com/makerdao/dss, src/dai.sol).
contract DaiPermit is Signed, Coins {
    bytes32 private constant TYPE = keccak256(
        "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)"
    );

    struct Message {
        address holder;
        address spender;
        uint256 nonce;
        uint256 expiry;
        bool allowed;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata message, bytes calldata signature) external {
        check(message.holder, hashOf(message), signature);
        if (message.expiry != 0) inTime(message.expiry);
        allowance[message.holder][message.spender] = message.allowed ? type(uint256).max : 0;
    }
}
