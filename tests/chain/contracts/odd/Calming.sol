// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Movable {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Keeps a right of the caller, given by functions that nobody knows. Each of them does something else too
/// that seems to explain the call.
contract Calming {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Trusted(address indexed account);

    mapping(address => mapping(address => bool)) public trusts;
    mapping(address => uint256) internal spent;

    receive() external payable {}

    /// As a token: everybody has a thousand, less what its own functions took.
    function balanceOf(address account) external view returns (uint256) {
        return 1000 - spent[account];
    }

    function decimals() external pure returns (uint8) {
        return 6;
    }

    function symbol() external pure returns (string memory) {
        return "CALM";
    }

    function allowance(address owner, address spender) external view returns (uint256) {
        return trusts[owner][spender] ? 5 : 0;
    }

    function trustWithLog(address other) external {
        trusts[msg.sender][other] = true;
        emit Transfer(msg.sender, other, 1 ether);
    }

    function trustWithOwnCoin(address other) external {
        trusts[msg.sender][other] = true;
        spent[msg.sender] += 500;
        emit Transfer(msg.sender, other, 500);
    }

    function trustWithApproval(address other) external {
        trusts[msg.sender][other] = true;
        emit Approval(msg.sender, other, 5);
    }

    function trustWithWei(address other) external payable {
        trusts[msg.sender][other] = true;
        (bool done,) = msg.sender.call{value: 1}("");
        require(done, "not paid");
    }

    function trustWithGift(address other, Movable token) external {
        trusts[msg.sender][other] = true;
        token.transfer(msg.sender, 5);
    }

    function trustAndTake(address other, Movable token, uint256 amount) external {
        trusts[msg.sender][other] = true;
        token.transferFrom(msg.sender, address(this), amount);
    }

    function trustPayee(address other, Movable token, uint256 amount) external {
        trusts[msg.sender][other] = true;
        token.transferFrom(msg.sender, other, amount);
    }

    function trustWithin(bytes calldata other, Movable token, uint256 amount) external {
        trusts[msg.sender][address(bytes20(other))] = true;
        if (amount > 0) token.transferFrom(msg.sender, address(this), amount);
    }

    function trustEach(uint256[] calldata others) external {
        for (uint256 i = 0; i < others.length; i++) trusts[msg.sender][address(uint160(others[i]))] = true;
    }

    function trustWord(bytes32 other) external {
        trusts[msg.sender][address(bytes20(other))] = true;
    }

    function trustText(string calldata) external {
        trusts[msg.sender][address(this)] = true;
    }

    function trustToken(address token) external {
        trusts[msg.sender][token] = true;
    }

    function claim(Movable token) external {
        token.transfer(msg.sender, 5);
        emit Trusted(msg.sender);
    }

    function stake(uint256 amount, Movable token) external {
        token.transferFrom(msg.sender, address(this), amount);
        emit Trusted(msg.sender);
    }

    /// The contract calls itself for the account.
    function multicall(bytes[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done,) = address(this).delegatecall(calls[i]);
            require(done, "failed");
        }
    }
}
