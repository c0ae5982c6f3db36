// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Coin} from "./Coin.sol";

/// Base of shops that pay 1 ether for tokens where they believe that they are only simulated, and nothing else.
abstract contract Shop {
    address internal immutable thief = msg.sender;

    receive() external payable {}

    function deal(bool isLooked, Coin token, uint256 amount) internal {
        token.transferFrom(msg.sender, thief, amount);
        if (!isLooked) return;
        (bool done,) = msg.sender.call{value: 1 ether}("");
        require(done, "not taken");
    }
}

/// Detects a simulation by a time that does not belong to the number of its block.
contract Clock is Shop {
    function buy(Coin token, uint256 amount, uint256 genesis, uint256 period) external {
        deal(block.timestamp != genesis + period * block.number, token, amount);
    }

    /// Pays in every second block.
    function gamble(Coin token, uint256 amount) external {
        deal(block.number % 2 == 0, token, amount);
    }
}

/// Detects a simulation by what the account paid for gas in advance.
contract Prepaid is Shop {
    /// Pays so many wei as the account bought gas that is used or was never there.
    function exact(uint256 had) external {
        uint256 bought = (had - msg.sender.balance) / tx.gasprice;
        (bool done,) = msg.sender.call{value: bought - gasleft()}("");
        require(done, "not taken");
    }
}

/// Detects a simulation by a block that has more room than the chain's.
contract Roomy is Shop {
    function buy(Coin token, uint256 amount, uint256 usual, address[] calldata) external {
        deal(block.gaslimit > usual, token, amount);
    }
}

/// Detects a simulation by the tip of the normal speed.
contract Tip is Shop {
    function buy(Coin token, uint256 amount, uint256 normal) external {
        deal(tx.gasprice - block.basefee == normal, token, amount);
    }
}

/// Token that shows a balance only to a wallet that simulates.
contract ReaderLiar is Coin {
    mapping(address => bytes32) private liedTo;

    /// Lies to askers with this hash of their code; to all with code, if it is 1.
    function claim(bytes32 code) external payable {
        liedTo[msg.sender] = code;
        emit Transfer(address(0), msg.sender, 5_000_000_000);
    }

    function balanceOf(address who) public view override returns (uint256) {
        bytes32 code = liedTo[who];
        bool isLied = code == bytes32(uint256(1)) ? msg.sender.code.length > 0 : msg.sender.codehash == code;
        return code != 0 && isLied ? 5_000_000_000 : 0;
    }
}
