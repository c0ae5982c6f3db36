// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Well-behaved ERC-20 that each odd token overrides in one point.
abstract contract Coin {
    mapping(address => uint256) internal held;
    mapping(address => mapping(address => uint256)) internal allowed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error Short(uint256 has, uint256 needs);

    function symbol() external view virtual returns (string memory) {
        return "ODD";
    }

    function name() external view virtual returns (string memory) {
        return "Odd coin";
    }

    function decimals() external view virtual returns (uint256) {
        return 18;
    }

    function balanceOf(address who) public view virtual returns (uint256) {
        return held[who];
    }

    function allowance(address owner, address spender) public view virtual returns (uint256) {
        return allowed[owner][spender];
    }

    function approve(address spender, uint256 value) external virtual returns (bool) {
        allow(msg.sender, spender, value);
        return true;
    }

    function mint(address to, uint256 value) external virtual {
        held[to] += value;
        emit Transfer(address(0), to, value);
    }

    function burn(uint256 value) external {
        take(msg.sender, value);
        emit Transfer(msg.sender, address(0), value);
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external virtual returns (bool) {
        spend(from, value);
        move(from, to, value);
        return true;
    }

    function allow(address owner, address spender, uint256 value) internal virtual {
        allowed[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function spend(address owner, uint256 value) internal {
        uint256 left = allowed[owner][msg.sender];
        if (left < value) revert Short(left, value);
        if (left != type(uint256).max) allowed[owner][msg.sender] = left - value;
    }

    function take(address from, uint256 value) internal {
        if (held[from] < value) revert Short(held[from], value);
        held[from] -= value;
    }

    function move(address from, address to, uint256 value) internal virtual {
        take(from, value);
        held[to] += value;
        emit Transfer(from, to, value);
    }
}
