// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Coin} from "./Coin.sol";

/// ERC-20 that burns a twentieth of each transfer, but logs the full amount.
contract FeeToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        take(from, value);
        held[to] += value - value / 20;
        emit Transfer(from, to, value);
    }
}

/// ERC-20 that takes a fee from the sender on top of the logged amount.
contract TopFeeToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        take(from, value + value / 20);
        held[to] += value;
        emit Transfer(from, to, value);
    }
}

/// ERC-20 that stores shares; all balances change with an index.
contract RebasingToken is Coin {
    uint256 public index = 1e18;

    function balanceOf(address who) public view override returns (uint256) {
        return (held[who] * index) / 1e18;
    }

    function rebase(uint256 to) external {
        index = to;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 shares = (value * 1e18) / index;
        take(from, shares);
        held[to] += shares;
        emit Transfer(from, to, value);
    }
}

/// ERC-20 whose balances grow with the block time, without logs.
contract GrowingToken is Coin {
    function balanceOf(address who) public view override returns (uint256) {
        return held[who] + (held[who] / 1e6) * (block.timestamp % 1e6);
    }
}

/// ERC-20 that credits interest at each transfer.
contract AccruingToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        held[from] += block.timestamp % 1000;
        held[to] += block.number % 1000;
        super.move(from, to, value);
    }
}

/// ERC-20 with symbol and name as bytes32, like early tokens.
contract Bytes32Token is Coin {
    function symbol() external pure override returns (string memory) {
        bytes32 word = "OLD";
        assembly {
            mstore(0, word)
            return(0, 32)
        }
    }

    function name() external pure override returns (string memory) {
        bytes32 word = "Old coin";
        assembly {
            mstore(0, word)
            return(0, 32)
        }
    }
}

/// ERC-20 that returns no value, and requires an allowance to be 0 before a new one is set.
contract TacitToken is Coin {
    function transfer(address to, uint256 value) external override returns (bool) {
        move(msg.sender, to, value);
        assembly {
            return(0, 0)
        }
    }

    function transferFrom(address from, address to, uint256 value) external override returns (bool) {
        spend(from, value);
        move(from, to, value);
        assembly {
            return(0, 0)
        }
    }

    function approve(address spender, uint256 value) external override returns (bool) {
        require(value == 0 || allowed[msg.sender][spender] == 0, "set it to zero first");
        allow(msg.sender, spender, value);
        assembly {
            return(0, 0)
        }
    }
}

/// ERC-20 that returns false instead of reverting, and moves nothing.
contract FalseToken is Coin {
    function transfer(address, uint256) external pure override returns (bool) {
        return false;
    }
}

interface Receiver {
    function tokensReceived(address from, uint256 value) external;
}

/// ERC-20 that calls the recipient before its own state is final, as ERC-777 does.
contract HookToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        take(from, value);
        held[to] += value;
        if (to.code.length > 0) try Receiver(to).tokensReceived(from, value) {} catch {}
        emit Transfer(from, to, value);
    }
}

/// ERC-20 that credits a tenth of each transfer to `tx.origin`, out of nothing.
contract RewardToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        held[tx.origin] += value / 10;
        emit Transfer(address(this), tx.origin, value / 10);
    }
}

/// ERC-20 whose allowances can be signed (ERC-2612).
contract PermitToken is Coin {
    mapping(address => uint256) public nonces;

    bytes32 constant permitType =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 domain = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(domain, keccak256("Odd coin"), block.chainid, address(this)));
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "too late");
        bytes32 message = keccak256(abi.encode(permitType, owner, spender, value, nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), message));
        require(ecrecover(digest, v, r, s) == owner, "not the owner's");
        allow(owner, spender, value);
    }
}
