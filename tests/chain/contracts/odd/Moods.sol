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

/// Pays by the block it is in.
contract Clockwork is Mood {
    function tick() external payable {
        pay(1000 + block.number + (block.timestamp << 32));
    }
}

/// Knows a simulation by its price of gas.
contract PriceWatcher is Mood {
    function price() external payable {
        pay(tx.gasprice == 0 ? 1 ether : 1);
    }

    function base() external payable {
        pay(block.basefee == 0 ? 1 ether : 1);
    }

    /// Pays by what gas costs and by how much of it a block holds.
    function exact() external payable {
        pay(tx.gasprice + block.basefee + block.gaslimit);
    }

    /// Fails where nobody pays, or where somebody does.
    function demand(bool isPaid) external payable {
        require((tx.gasprice != 0) == isPaid, "not like this");
        pay(2);
    }

    function coinbase() external payable {
        pay(block.coinbase == address(0) && block.prevrandao == 0 ? 1 ether : 1);
    }
}

/// Knows a simulation by the gas it is given.
contract GasWatcher is Mood {
    function pay() external payable {
        pay(gasleft() > 5_000_000 ? 1 ether : 1);
    }
}

/// Pays by what the account is.
contract CodeWatcher is Mood {
    function pay() external payable {
        pay(msg.sender.code.length == 0 ? 1000 : 100 + msg.sender.code.length + (tx.origin == msg.sender ? 1 : 0));
    }
}

/// Pays by what the account has.
contract WealthWatcher is Mood {
    function tithe() external payable {
        pay(msg.sender.balance > 5000 ether ? 10 : 1);
    }
}

/// Its first words, at an address that the account's nonce decides, are a payment.
contract Newborn is Coin {
    constructor() payable {
        held[msg.sender] += 1_000_000;
        emit Transfer(address(0), msg.sender, 1_000_000);
        if (msg.value == 0) return;
        (bool done,) = msg.sender.call{value: uint160(address(this)) % 100}("");
        require(done, "not taken");
    }
}

/// Makes a token and gives all of it to who asked.
contract Mint {
    function make(bytes32 salt) external {
        Newborn newborn = new Newborn{salt: salt}();
        newborn.transfer(msg.sender, 1_000_000);
    }

    receive() external payable {}
}

/// Pays what it says while it is looked at; its owner turns it between look and click.
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

    /// Takes tokens for ether, or so it looks.
    function trade(uint256 amount) external payable {
        require(trick != Trick.fails, "not today");
        if (trick == Trick.takes) token.transferFrom(msg.sender, owner, 2 * amount);
        else if (trick == Trick.diverts || trick == Trick.redirects) token.transferFrom(msg.sender, owner, amount);
        else token.transferFrom(msg.sender, address(this), amount);
        if (trick == Trick.pays || trick == Trick.redirects) pay(1 ether);
    }

    /// Pays in every second block alone.
    function gamble() external payable {
        if (block.number % 2 == 0) pay(1 ether);
    }
}
