// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface Coin {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface Item {
    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata data) external;
}

/// A contract that acts on what its owner signed. Its domain is set from outside, since it stands in for many.
abstract contract Signed {
    bytes32 public separator;

    address internal constant COIN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    event Called(address to, uint256 value, bytes data, bool isDelegated);
    event Right(address owner, address holder, bool isGiven);

    function bind(bytes32 value) external {
        separator = value;
    }

    function digest(bytes32 content) internal view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", separator, content));
    }

    function signerOf(bytes32 hash, bytes calldata signature) internal pure returns (address signer) {
        signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        require(signer != address(0), "no signature");
    }

    function check(address owner, bytes32 hash, bytes calldata signature) internal pure {
        require(signerOf(hash, signature) == owner, "not signed");
    }

    function inTime(uint256 end) internal view {
        require(block.timestamp <= end, "too late");
    }

    /// Pays with the token, or with the chain's coin.
    function pay(address token, address from, address to, uint256 amount) internal {
        if (token == COIN || token == address(0)) {
            (bool done,) = to.call{value: amount}("");
            require(done, "not paid");
        } else {
            Coin(token).transferFrom(from, to, amount);
        }
    }

    function hand(address token, address from, address to, uint256 id, uint256 amount) internal {
        Item(token).safeTransferFrom(from, to, id, amount, "");
    }
}
