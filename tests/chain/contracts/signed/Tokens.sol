// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import "./Assets.sol";
import "./Signed.sol";

/// The permit of DAI (github.com/makerdao/dss, src/dai.sol).
contract DaiPermit is Signed, Coins {
    bytes32 private constant TYPE = keccak256(
        "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)"
    );

    struct Message {
        address holder;
        address spender;
        uint256 nonce;
        uint256 expiry;
        bool allowed;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata message, bytes calldata signature) external {
        check(message.holder, hashOf(message), signature);
        if (message.expiry != 0) inTime(message.expiry);
        allowance[message.holder][message.spender] = message.allowed ? type(uint256).max : 0;
    }
}

/// Transfers of ERC-3009 (eips.ethereum.org/EIPS/eip-3009).
abstract contract Transfers is Signed, Coins {
    function kind() internal pure virtual returns (bytes32);

    struct Message {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(kind(), message)));
    }

    function submit(Message calldata message, bytes calldata signature) external {
        check(message.from, hashOf(message), signature);
        require(block.timestamp > message.validAfter, "too early");
        require(block.timestamp < message.validBefore, "too late");
        move(message.from, message.to, message.value);
    }
}

contract TransferToken is Transfers {
    function kind() internal pure override returns (bytes32) {
        return keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
    }
}

contract ReceiveToken is Transfers {
    function kind() internal pure override returns (bytes32) {
        return keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
    }
}

/// A permit for one item (github.com/Uniswap/v3-periphery, ERC721Permit.sol); the signer has all items.
contract ItemPermit is Signed {
    bytes32 private constant TYPE = keccak256(
        "Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)"
    );

    struct Message {
        address spender;
        uint256 tokenId;
        uint256 nonce;
        uint256 deadline;
    }

    event Moved(address indexed from, address indexed to, uint256 id, uint256 amount);

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata message, bytes calldata signature) external {
        inTime(message.deadline);
        emit Moved(signerOf(hashOf(message), signature), message.spender, message.tokenId, 1);
    }
}
