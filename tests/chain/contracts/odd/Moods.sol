// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Coin} from "./Coin.sol";

/// Base of contracts that pay one amount in a simulation and another in a block, if they can tell the two
/// apart.
abstract contract Mood {
    receive() external payable {}

    function pay(uint256 amount) internal {
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "not taken");
    }
}

/// Pays an amount that depends on block number and time.
contract Clockwork is Mood {
    function tick() external payable {
        pay(1000 + block.number + (block.timestamp << 32));
    }
}

/// Detects a simulation by its gas price.
contract PriceWatcher is Mood {
    function price() external payable {
        pay(tx.gasprice == 0 ? 1 ether : 1);
    }

    function base() external payable {
        pay(block.basefee == 0 ? 1 ether : 1);
    }

    /// Pays an amount that depends on gas price, base fee and the block's gas limit.
    function exact() external payable {
        pay(tx.gasprice + block.basefee + block.gaslimit);
    }

    /// Reverts without a gas price, or with one, by `isPaid`.
    function demand(bool isPaid) external payable {
        require((tx.gasprice != 0) == isPaid, "not like this");
        pay(2);
    }

    function coinbase() external payable {
        pay(block.coinbase == address(0) && block.prevrandao == 0 ? 1 ether : 1);
    }
}

/// Detects a simulation by its gas limit.
contract GasWatcher is Mood {
    function pay() external payable {
        pay(gasleft() > 5_000_000 ? 1 ether : 1);
    }
}

/// Pays an amount that depends on the account's code.
contract CodeWatcher is Mood {
    function pay() external payable {
        pay(msg.sender.code.length == 0 ? 1000 : 100 + msg.sender.code.length + (tx.origin == msg.sender ? 1 : 0));
    }
}

/// Pays an amount that depends on the account's balance.
contract WealthWatcher is Mood {
    function tithe() external payable {
        pay(msg.sender.balance > 5000 ether ? 10 : 1);
    }
}

/// Token whose constructor mints to its deployer: its first log comes from an address that did not exist
/// before.
contract Newborn is Coin {
    constructor() payable {
        held[msg.sender] += 1_000_000;
        emit Transfer(address(0), msg.sender, 1_000_000);
        if (msg.value == 0) return;
        (bool done,) = msg.sender.call{value: uint160(address(this)) % 100}("");
        require(done, "not taken");
    }
}

/// Creates a token and transfers all of it to the caller.
contract Mint {
    function make(bytes32 salt) external {
        Newborn newborn = new Newborn{salt: salt}();
        newborn.transfer(msg.sender, 1_000_000);
    }

    receive() external payable {}
}

/// Pays as expected when simulated; its owner changes its behaviour between quote and approval.
contract Bait is Mood {
    enum Trick {
        none,
        pays,
        takes,
        fails,
        diverts,
        redirects
    }

    Trick public trick = Trick.pays;
    Coin immutable token;
    address immutable owner = msg.sender;

    constructor(Coin token_) {
        token = token_;
    }

    function turn(Trick to) external {
        require(msg.sender == owner, "not the owner");
        trick = to;
    }

    /// Seems to trade tokens for ether; `trick` decides.
    function trade(uint256 amount) external payable {
        require(trick != Trick.fails, "not today");
        if (trick == Trick.takes) token.transferFrom(msg.sender, owner, 2 * amount);
        else if (trick == Trick.diverts || trick == Trick.redirects) token.transferFrom(msg.sender, owner, amount);
        else token.transferFrom(msg.sender, address(this), amount);
        if (trick == Trick.pays || trick == Trick.redirects) pay(1 ether);
    }

    /// Pays only in even blocks.
    function gamble() external payable {
        if (block.number % 2 == 0) pay(1 ether);
    }
}
