// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A token whose every movement is in its logs.
contract Coins {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    /// Gives an account coins, and lets the venues take them.
    function supply(address account, uint256 amount, address[] calldata venues) external {
        balanceOf[account] = amount;
        for (uint256 at = 0; at < venues.length; at++) {
            allowance[account][venues[at]] = type(uint256).max;
        }
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        uint256 left = allowance[from][msg.sender];
        require(left >= amount, "not allowed");
        if (left != type(uint256).max) allowance[from][msg.sender] = left - amount;
        move(from, to, amount);
        return true;
    }

    /// Takes all that the caller may take.
    function drain(address owner) external {
        uint256 left = allowance[owner][msg.sender];
        transferFrom(owner, msg.sender, left < balanceOf[owner] ? left : balanceOf[owner]);
    }

    function move(address from, address to, uint256 amount) internal {
        balanceOf[from] -= amount;
        unchecked {
            balanceOf[to] += amount;
        }
        emit Transfer(from, to, amount);
    }
}

/// Items of a collection, of which everybody has all: only their movements are of interest.
contract Items {
    event Moved(address indexed from, address indexed to, uint256 id, uint256 amount);

    function transferFrom(address from, address to, uint256 id) external {
        emit Moved(from, to, id, 1);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata) external {
        emit Moved(from, to, id, amount);
    }
}

/// Tells the balance of an account between two calls.
contract Scales {
    function weigh(address account) external view returns (uint256) {
        return account.balance;
    }
}
