// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Coin} from "./Coin.sol";

/// ERC-20 that moves without a log.
contract SilentToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        take(from, value);
        held[to] += value;
    }

    function allow(address owner, address spender, uint256 value) internal override {
        allowed[owner][spender] = value;
    }
}

/// ERC-20 that logs transfers and approvals but changes nothing.
contract PhantomToken is Coin {
    function transferFrom(address from, address to, uint256 value) external override returns (bool) {
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal override {
        emit Transfer(from, to, value);
    }

    function allow(address owner, address spender, uint256 value) internal override {
        emit Approval(owner, spender, value);
    }
}

/// ERC-20 that moves a hundredth of the amount that it logs.
contract BoastingToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        take(from, value / 100);
        held[to] += value / 100;
        emit Transfer(from, to, value);
    }

    function allow(address owner, address spender, uint256 value) internal override {
        allowed[owner][spender] = type(uint256).max;
        emit Approval(owner, spender, value);
    }
}

/// ERC-20 that logs a transfer in the wrong direction, as a gift to the sender.
contract InvertedToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        take(from, value);
        held[to] += value;
        emit Transfer(to, from, value);
    }
}

/// ERC-20 that logs the receiver it was told, and gives all to somebody else.
contract DivertingToken is Coin {
    address constant thief = 0x000000000000000000000000000000000000bEEF;

    function move(address from, address to, uint256 value) internal override {
        take(from, value);
        held[thief] += value;
        emit Transfer(from, to, value);
    }
}

/// ERC-20 that logs like an ERC-721, for token ID 7.
contract DisguisedToken is Coin {
    event Transfer(address indexed from, address indexed to, uint256 indexed id, uint8 nothing);

    function move(address from, address to, uint256 value) internal override {
        take(from, value);
        held[to] += value;
        assembly {
            log4(0, 0, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, from, to, 7)
        }
    }
}

/// ERC-20 whose logs have the right name and the wrong shape.
contract GarbledToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        take(from, value);
        held[to] += value;
        assembly {
            log1(0, 0, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef)
            log3(0, 5, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, not(0), to)
            log4(0, 3, 0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62, 1, from, to)
        }
    }
}

/// ERC-20 that logs four hundred transfers in one call, each to another holder.
contract NoisyToken is Coin {
    function move(address from, address to, uint256 value) internal override {
        for (uint160 i = 1; i <= 400; i++) emit Transfer(from, address(i << 32), value);
        super.move(from, to, value);
    }
}

/// ERC-20 whose `balanceOf` reverts.
contract RevertingBalance is Coin {
    function balanceOf(address) public pure override returns (uint256) {
        revert("none of your business");
    }
}

/// ERC-20 whose `balanceOf` burns all gas.
contract BurningBalance is Coin {
    function balanceOf(address who) public pure override returns (uint256 sum) {
        while (true) sum += uint160(who);
    }
}

/// ERC-20 whose `balanceOf` returns a megabyte.
contract LongBalance is Coin {
    function balanceOf(address) public pure override returns (uint256) {
        assembly {
            return(0, 1000000)
        }
    }
}

/// ERC-20 whose `balanceOf` returns less than 32 bytes.
contract ShortBalance is Coin {
    function balanceOf(address) public pure override returns (uint256) {
        assembly {
            mstore(0, not(0))
            return(0, 31)
        }
    }
}

/// ERC-20 that reports the maximum balance for everyone, and one less after each transfer.
contract HugeBalance is Coin {
    uint256 moves;

    function balanceOf(address) public view override returns (uint256) {
        return type(uint256).max - moves;
    }

    function move(address from, address to, uint256 value) internal override {
        moves++;
        emit Transfer(from, to, value);
    }
}

/// ERC-20 with any text as symbol and name, and an impossible number of decimals.
contract LoudToken is Coin {
    string sign;

    constructor(string memory sign_) {
        sign = sign_;
    }

    function symbol() external view override returns (string memory) {
        return sign;
    }

    function name() external view override returns (string memory) {
        return sign;
    }

    function decimals() external pure override returns (uint256) {
        return type(uint256).max;
    }
}

/// ERC-20 whose symbol is a megabyte of the letter A.
contract EndlessSymbol is Coin {
    function symbol() external pure override returns (string memory) {
        assembly {
            let start := mload(64)
            mstore(start, 32)
            mstore(add(start, 32), 1000000)
            for { let at := 64 } lt(at, 1000064) { at := add(at, 32) } {
                mstore(add(start, at), "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
            }
            return(start, 1000064)
        }
    }

    function name() external pure override returns (string memory) {
        revert();
    }
}
