// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {PaymasterERC20} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterERC20.sol";
import {PaymasterSigner} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";

/// OpenZeppelin's paymaster that pays for what its service has signed.
contract SigningPaymaster is PaymasterSigner, SignerECDSA {
    constructor(address signer) EIP712("SigningPaymaster", "1") SignerECDSA(signer) {}

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    function deposit() external payable {
        _deposit(msg.value);
    }
}

/// OpenZeppelin's paymaster that pays for everybody, and takes tokens for it.
contract TokenPaymaster is PaymasterERC20 {
    IERC20 private immutable token;
    uint256 private immutable tokenPerNative;

    constructor(IERC20 token_, uint256 tokenPerNative_) {
        token = token_;
        tokenPerNative = tokenPerNative_;
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    function _fetchDetails(PackedUserOperation calldata, bytes32)
        internal
        view
        override
        returns (uint256, IERC20, uint256)
    {
        return (ERC4337Utils.SIG_VALIDATION_SUCCESS, token, tokenPerNative);
    }

    function deposit() external payable {
        _deposit(msg.value);
    }
}
