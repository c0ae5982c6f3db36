// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {MinimalForwarder} from "@openzeppelin/contracts-v4/metatx/MinimalForwarder.sol";
import {ERC2771Forwarder} from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";

/// OpenZeppelin's own token with permits, and a way to take all that the caller may take.
contract ZeppelinToken is ERC20("Coins", "COINS"), ERC20Permit("Coins") {
    function supply(address account, uint256 amount, address[] calldata venues) external {
        _mint(account, amount);
        for (uint256 at = 0; at < venues.length; at++) {
            _approve(account, venues[at], type(uint256).max);
        }
    }

    function drain(address owner) external {
        uint256 left = allowance(owner, msg.sender);
        transferFrom(owner, msg.sender, left < balanceOf(owner) ? left : balanceOf(owner));
    }
}

/// OpenZeppelin's own token of ERC-3009.
contract ZeppelinCash is ERC20("Coins", "COINS"), EIP712("Coins", "1"), ERC3009 {
    function supply(address account, uint256 amount) external {
        _mint(account, amount);
    }
}

/// OpenZeppelin's forwarder of version 4.
contract ZeppelinOldForwarder is MinimalForwarder {}

/// OpenZeppelin's own forwarder.
contract ZeppelinForwarder is ERC2771Forwarder("Forwarder") {}

/// Trusts every forwarder, and tells what it is called with, without the sender behind the data.
contract Trusting {
    event Called(address to, uint256 value, bytes data, bool isDelegated);

    function isTrustedForwarder(address) external pure returns (bool) {
        return true;
    }

    fallback() external payable {
        emit Called(address(this), msg.value, msg.data[:msg.data.length - 20], false);
    }
}
