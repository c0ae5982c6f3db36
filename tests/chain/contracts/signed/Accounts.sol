// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import "./Signed.sol";

/// Authorizations of Morpho Blue (github.com/morpho-org/morpho-blue, src/Morpho.sol).
contract MorphoRights is Signed {
    bytes32 private constant TYPE = keccak256(
        "Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)"
    );

    struct Message {
        address authorizer;
        address authorized;
        bool isAuthorized;
        uint256 nonce;
        uint256 deadline;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata message, bytes calldata signature) external {
        inTime(message.deadline);
        check(message.authorizer, hashOf(message), signature);
        emit Right(message.authorizer, message.authorized, message.isAuthorized);
    }
}

// The code that a Safe runs as itself for several calls (@safe-global/safe-contracts 1.4.1, MultiSend.sol).
contract ManyCalls {
    event Called(address to, uint256 value, bytes data, bool isDelegated);

    function multiSend(bytes calldata packed) external {
        for (uint256 at = 0; at < packed.length;) {
            uint256 length = uint256(bytes32(packed[at + 53:at + 85]));
            address to = address(bytes20(packed[at + 1:at + 21]));
            uint256 value = uint256(bytes32(packed[at + 21:at + 53]));
            emit Called(to, value, packed[at + 85:at + 85 + length], uint8(packed[at]) == 1);
            at += 85 + length;
        }
    }
}

// A transaction of a Safe with one owner (@safe-global/safe-contracts 1.4.1, contracts/Safe.sol).
contract OneOwnerSafe is Signed {
    bytes32 private constant TYPE = keccak256(
        "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)"
    );

    address public owner;

    struct Message {
        address to;
        uint256 value;
        bytes data;
        uint8 operation;
        uint256 safeTxGas;
        uint256 baseGas;
        uint256 gasPrice;
        address gasToken;
        address refundReceiver;
        uint256 nonce;
    }

    function own(address account) external {
        owner = account;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        bytes memory first = abi.encode(TYPE, m.to, m.value, keccak256(m.data), m.operation, m.safeTxGas);
        bytes memory last = abi.encode(m.baseGas, m.gasPrice, m.gasToken, m.refundReceiver, m.nonce);
        return digest(keccak256(bytes.concat(first, last)));
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(owner, hashOf(m), signature);
        require(m.operation < 2, "no operation");
        // On this chain, only the code for several calls can be run as the account.
        bool isMany = bytes4(m.data) == ManyCalls.multiSend.selector && m.to.code.length > 0;
        if (m.operation == 1 && isMany) {
            (bool done,) = m.to.delegatecall(m.data);
            require(done, "not run");
        } else {
            emit Called(m.to, m.value, m.data, m.operation == 1);
        }
        // The runner of the transaction sets how much gas it paid; here, a thousand units.
        if (m.gasPrice > 0) {
            address receiver = m.refundReceiver == address(0) ? msg.sender : m.refundReceiver;
            pay(m.gasToken, address(this), receiver, (m.gasPrice % 1e20) * 1000);
        }
    }
}

// Requests of GSN's forwarder (@opengsn/contracts 3.0.0-beta.10, src/forwarder/Forwarder.sol).
contract GsnForwarder is Signed {
    bytes32 private constant TYPE = keccak256(
        "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime)"
    );

    struct Message {
        address from;
        address to;
        uint256 value;
        uint256 gas;
        uint256 nonce;
        bytes data;
        uint256 validUntilTime;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        return digest(
            keccak256(abi.encode(TYPE, m.from, m.to, m.value, m.gas, m.nonce, keccak256(m.data), m.validUntilTime))
        );
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.from, hashOf(m), signature);
        if (m.validUntilTime != 0) inTime(m.validUntilTime);
        emit Called(m.to, m.value, m.data, false);
    }
}

// Such requests as a relay sends them (@opengsn/contracts 3.0.0-beta.10, src/utils/GsnEip712Library.sol).
contract GsnRelay is Signed {
    bytes32 private constant DATA = keccak256(
        "RelayData(uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed,address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)"
    );
    bytes32 private constant TYPE = keccak256(
        "RelayRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime,RelayData relayData)RelayData(uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed,address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)"
    );

    struct RelayData {
        uint256 maxFeePerGas;
        uint256 maxPriorityFeePerGas;
        uint256 transactionCalldataGasUsed;
        address relayWorker;
        address paymaster;
        address forwarder;
        bytes paymasterData;
        uint256 clientId;
    }

    struct Message {
        address from;
        address to;
        uint256 value;
        uint256 gas;
        uint256 nonce;
        bytes data;
        uint256 validUntilTime;
        RelayData relayData;
    }

    function hashOfData(RelayData calldata d) private pure returns (bytes32) {
        bytes memory first = abi.encode(DATA, d.maxFeePerGas, d.maxPriorityFeePerGas, d.transactionCalldataGasUsed);
        bytes memory last = abi.encode(d.relayWorker, d.paymaster, d.forwarder, keccak256(d.paymasterData), d.clientId);
        return keccak256(bytes.concat(first, last));
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        bytes memory first = abi.encode(TYPE, m.from, m.to, m.value, m.gas);
        bytes memory last = abi.encode(m.nonce, keccak256(m.data), m.validUntilTime, hashOfData(m.relayData));
        return digest(keccak256(bytes.concat(first, last)));
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.from, hashOf(m), signature);
        if (m.validUntilTime != 0) inTime(m.validUntilTime);
        emit Called(m.to, m.value, m.data, false);
    }
}

/// Meta-transactions (github.com/maticnetwork/pos-portal, contracts/common/NativeMetaTransaction.sol).
contract NativeMeta is Signed {
    bytes32 private constant TYPE = keccak256(
        "MetaTransaction(uint256 nonce,address from,bytes functionSignature)"
    );

    struct Message {
        uint256 nonce;
        address from;
        bytes functionSignature;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, m.nonce, m.from, keccak256(m.functionSignature))));
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.from, hashOf(m), signature);
        emit Called(address(this), 0, m.functionSignature, false);
    }
}
