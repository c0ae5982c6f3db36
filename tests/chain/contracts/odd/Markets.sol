// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Coin} from "./Coin.sol";

/// Ether as a token; deposits and withdrawals have logs of their own.
contract Weth is Coin {
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    function symbol() external pure override returns (string memory) {
        return "WETH";
    }

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        held[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        take(msg.sender, value);
        (bool done,) = msg.sender.call{value: value}("");
        require(done, "not taken");
        emit Withdrawal(msg.sender, value);
    }
}

/// Takes tokens for shares and gives tokens for shares (ERC-4626), a tenth more than it got.
contract Vault is Coin {
    Coin public immutable asset;

    event Deposit(address indexed by, address indexed owner, uint256 assets, uint256 shares);

    constructor(Coin asset_) {
        asset = asset_;
    }

    function deposit(uint256 assets, address to) external returns (uint256 shares) {
        shares = assets * 3;
        asset.transferFrom(msg.sender, address(this), assets);
        held[to] += shares;
        emit Transfer(address(0), to, shares);
        emit Deposit(msg.sender, to, assets, shares);
    }

    function redeem(uint256 shares, address to, address owner) external returns (uint256 assets) {
        require(owner == msg.sender, "not yours");
        take(owner, shares);
        assets = shares / 3 + shares / 30;
        emit Transfer(owner, address(0), shares);
        asset.transfer(to, assets);
    }
}

/// Market with `multicall`, as routers have it.
contract Market {
    receive() external payable {}

    function multicall(bytes[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory reason) = address(this).delegatecall(calls[i]);
            if (!done)
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
        }
    }

    /// Takes `amount` of a token and pays a tenth of it in ether.
    function sell(Coin token, uint256 amount) public {
        uint256 before = token.balanceOf(address(this));
        token.transferFrom(msg.sender, address(this), amount);
        uint256 got = token.balanceOf(address(this)) - before;
        (bool done,) = msg.sender.call{value: got / 10}("");
        require(done, "not taken");
    }

    /// Gives ten of a token for each wei.
    function buy(Coin token) public payable {
        token.transfer(msg.sender, msg.value * 10);
    }

    /// Takes the given amount of any token that the caller has approved.
    function pull(Coin token, uint256 amount) public payable {
        (bool done,) = address(token).call(abi.encodeCall(token.transferFrom, (msg.sender, address(this), amount)));
        require(done, "not pulled");
    }

    /// Transfers its whole balance of a token.
    function sweep(Coin token, address to) public {
        token.transfer(to, token.balanceOf(address(this)));
    }
}

/// Runs a caller's calls as itself (Multicall3).
contract Aggregator {
    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3Value(Call3Value[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory data) = calls[i].target.call{value: calls[i].value}(calls[i].callData);
            require(done || calls[i].allowFailure, "Multicall3: call failed");
            results[i] = Result(done, data);
        }
    }
}

/// Allowances that one contract keeps for all tokens (the part of Permit2 that a batch uses).
contract Permit2 {
    struct Packed {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    mapping(address => mapping(address => mapping(address => Packed))) public allowance;

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );

    error InsufficientAllowance(uint256 amount);
    error AllowanceExpired(uint256 deadline);

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Packed storage kept = allowance[msg.sender][token][spender];
        kept.amount = amount;
        kept.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Packed storage kept = allowance[from][token][msg.sender];
        if (block.timestamp > kept.expiration) revert AllowanceExpired(kept.expiration);
        if (kept.amount != type(uint160).max) {
            if (amount > kept.amount) revert InsufficientAllowance(kept.amount);
            kept.amount -= amount;
        }
        Coin(token).transferFrom(from, to, amount);
    }
}

/// Takes what Permit2 lets it take, and pays in ether.
contract Permit2Market {
    Permit2 constant permit2 = Permit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    receive() external payable {}

    function sell(address token, uint160 amount) external {
        permit2.transferFrom(msg.sender, address(this), amount, token);
        (bool done,) = msg.sender.call{value: amount / 10}("");
        require(done, "not taken");
    }
}
