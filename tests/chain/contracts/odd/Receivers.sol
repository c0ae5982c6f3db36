// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Coin} from "./Coin.sol";

/// Sends back half of the ether that it receives.
contract Boomerang {
    receive() external payable {
        (bool done,) = msg.sender.call{value: msg.value / 2}("");
        require(done, "it did not come back");
    }

    /// Called by HookToken on receipt; sends a third of the tokens back.
    function tokensReceived(address from, uint256 value) external {
        Coin(msg.sender).transfer(from, value / 3);
    }
}

/// Reverts on receiving ether.
contract Closed {
    receive() external payable {
        revert("closed");
    }
}

/// Pays out before it updates its state: open to reentrancy.
contract LeakyBank {
    mapping(address => uint256) public credit;

    function deposit(address to) external payable {
        credit[to] += msg.value;
    }

    function withdraw() external {
        uint256 amount = credit[msg.sender];
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "no payment");
        credit[msg.sender] = 0;
    }
}

/// Re-enters the bank while it is paid, and forwards what it took to its caller.
contract Reentrant {
    LeakyBank immutable bank;
    uint256 depth;

    constructor(LeakyBank bank_) {
        bank = bank_;
    }

    function rob(uint256 times) external payable {
        bank.deposit{value: msg.value}(address(this));
        depth = times;
        bank.withdraw();
        payable(msg.sender).call{value: address(this).balance}("");
    }

    receive() external payable {
        if (depth-- > 1) bank.withdraw();
    }
}

/// Calls its caller back, as if to make it run a batch.
contract Intruder {
    function enter(bytes calldata data) external payable {
        (bool done, bytes memory reason) = msg.sender.call(data);
        if (!done)
            assembly {
                revert(add(reason, 32), mload(reason))
            }
    }
}

/// Gives ether to its caller, so that a later call has some to send.
contract Faucet {
    receive() external payable {}

    function give(uint256 amount) external {
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "not taken");
    }
}

/// Sends all its ether by `selfdestruct`, without calling the recipient.
contract Heir {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}

contract Testament {
    function leaveTo(address payable to) external payable {
        new Heir{value: msg.value}(to);
    }
}

/// Fails in various ways.
contract Failing {
    uint256[] list;

    error Custom(uint256 number, address who);

    function words(string calldata why) external pure {
        revert(why);
    }

    function panic() external view returns (uint256) {
        return list[7];
    }

    function divide(uint256 by) external pure returns (uint256) {
        return 1 / by;
    }

    function custom() external view {
        revert Custom(42, msg.sender);
    }

    function silent() external pure {
        revert();
    }

    function raw(bytes calldata data) external pure {
        assembly {
            calldatacopy(0, data.offset, data.length)
            revert(0, data.length)
        }
    }

    function long(uint256 size) external pure {
        assembly {
            revert(0, size)
        }
    }

    function burn() external view {
        for (uint256 i = 0;; i++) if (i == gasleft()) i = 0;
    }

    function invalid() external pure {
        assembly {
            invalid()
        }
    }

    function well() external payable {}
}
