// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

struct Call {
    address target;
    uint256 value;
    bytes data;
}

/// Base of other wallets' delegates: only the account itself can make them act.
abstract contract Executor {
    error NotSelf();

    modifier onlySelf() {
        if (msg.sender != address(this)) revert NotSelf();
        _;
    }

    receive() external payable {}

    function runAll(Call[] memory calls) internal {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory reason) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!done) fail(i, reason);
        }
    }

    function fail(uint256, bytes memory reason) internal virtual {
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }
}

/// Runs batches by ERC-7821, in its plainest mode only.
contract Erc7821Executor is Executor {
    error UnsupportedMode();

    function execute(bytes32 mode, bytes calldata data) external payable onlySelf {
        if (bytes10(mode) != 0x01000000000000000000) revert UnsupportedMode();
        runAll(abi.decode(data, (Call[])));
    }
}

/// Runs batches like Ambire's accounts; other calls are accepted and do nothing.
contract SenderExecutor is Executor {
    function executeBySender(Call[] calldata calls) external payable onlySelf {
        runAll(calls);
    }

    fallback() external payable {}
}

/// Runs batches like OKX's accounts; its error names the call that fails.
contract SelfExecutor is Executor {
    error CallFailed(uint256 index, uint256 size, bytes reason);

    function executeFromSelf(Call[] calldata calls) external onlySelf {
        runAll(calls);
    }

    function fail(uint256 index, bytes memory reason) internal pure override {
        revert CallFailed(index, reason.length, reason);
    }
}

/// Runs batches; a failed call changes nothing and is not reported.
contract SwallowingExecutor is Executor {
    function executeBatch(Call[] calldata calls) external onlySelf {
        runAll(calls);
    }

    function fail(uint256, bytes memory) internal pure override {}
}

/// Accepts everything and does nothing.
contract IgnoringExecutor {
    fallback() external payable {}
}

/// Refuses everything, as a proxy does before it is initialised.
contract RefusingExecutor {
    fallback() external payable {
        revert("not initialised");
    }
}
