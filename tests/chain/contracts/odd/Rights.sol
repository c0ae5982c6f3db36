// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Contracts that keep rights other than allowances, each with the getters and the events of the protocol
/// that it stands for.

contract MorphoRights {
    event SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized);

    mapping(address => mapping(address => bool)) public isAuthorized;

    function setAuthorization(address authorized, bool newIsAuthorized) external {
        isAuthorized[msg.sender][authorized] = newIsAuthorized;
        emit SetAuthorization(msg.sender, msg.sender, authorized, newIsAuthorized);
    }
}

/// Gives a right through a function that nobody knows, with the protocol's event.
contract UnknownDoor is MorphoRights {
    function enter(address authorized) external {
        isAuthorized[msg.sender][authorized] = true;
        emit SetAuthorization(msg.sender, msg.sender, authorized, true);
    }
}

/// Comet logs nothing.
contract CometRights {
    mapping(address => mapping(address => bool)) public isAllowed;

    function allow(address manager, bool isAllowed_) external {
        isAllowed[msg.sender][manager] = isAllowed_;
    }
}

contract DebtRights {
    event BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount);

    mapping(address => mapping(address => uint256)) public borrowAllowance;

    function approveDelegation(address delegatee, uint256 amount) external {
        borrowAllowance[msg.sender][delegatee] = amount;
        emit BorrowAllowanceDelegated(msg.sender, delegatee, address(this), amount);
    }
}

contract RelayerRights {
    event RelayerApprovalChanged(address indexed relayer, address indexed sender, bool approved);

    mapping(address => mapping(address => bool)) public hasApprovedRelayer;

    function setRelayerApproval(address sender, address relayer, bool approved) external {
        hasApprovedRelayer[sender][relayer] = approved;
        emit RelayerApprovalChanged(relayer, sender, approved);
    }
}

contract OperatorRights {
    event AuthorizedOperator(address indexed operator, address indexed tokenHolder);
    event RevokedOperator(address indexed operator, address indexed tokenHolder);

    mapping(address => mapping(address => bool)) public isOperatorFor;

    function authorizeOperator(address operator) external {
        isOperatorFor[operator][msg.sender] = true;
        emit AuthorizedOperator(operator, msg.sender);
    }

    function revokeOperator(address operator) external {
        isOperatorFor[operator][msg.sender] = false;
        emit RevokedOperator(operator, msg.sender);
    }
}

/// ERC-6909.
contract Claims {
    event OperatorSet(address indexed owner, address indexed spender, bool approved);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount);
    event Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount);

    mapping(address => mapping(uint256 => uint256)) public balanceOf;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => mapping(address => mapping(uint256 => uint256))) public allowance;

    function mint(uint256 id, uint256 amount) external {
        balanceOf[msg.sender][id] += amount;
        emit Transfer(msg.sender, address(0), msg.sender, id, amount);
    }

    function transfer(address receiver, uint256 id, uint256 amount) external returns (bool) {
        balanceOf[msg.sender][id] -= amount;
        balanceOf[receiver][id] += amount;
        emit Transfer(msg.sender, msg.sender, receiver, id, amount);
        return true;
    }

    function approve(address spender, uint256 id, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender][id] = amount;
        emit Approval(msg.sender, spender, id, amount);
        return true;
    }

    function setOperator(address spender, bool approved) external returns (bool) {
        isOperator[msg.sender][spender] = approved;
        emit OperatorSet(msg.sender, spender, approved);
        return true;
    }
}

contract Names {
    event Transfer(bytes32 indexed node, address owner);

    mapping(bytes32 => address) public owner;

    function setOwner(bytes32 node, address owner_) external {
        owner[node] = owner_;
        emit Transfer(node, owner_);
    }
}

/// Euler keeps operators by the first 19 bytes of an account.
contract PrefixRights {
    event OperatorStatus(bytes19 indexed addressPrefix, address indexed operator, uint256 accountOperatorAuthorized);

    mapping(bytes19 => mapping(address => uint256)) public getOperator;

    function setOperator(bytes19 addressPrefix, address operator, uint256 operatorBitField) public payable {
        getOperator[addressPrefix][operator] = operatorBitField;
        emit OperatorStatus(addressPrefix, operator, operatorBitField);
    }

    function batch(address operator, bytes calldata) external payable {
        setOperator(bytes19(uint152(uint160(msg.sender) >> 8)), operator, 1);
    }
}

/// Euler's connector: it calls itself for the sender, and others on behalf of an account.
contract Connector {
    struct BatchItem {
        address targetContract;
        address onBehalfOfAccount;
        uint256 value;
        bytes data;
    }

    mapping(address => mapping(address => bool)) public isAccountOperatorAuthorized;

    function setAccountOperator(address account, address operator, bool authorized) external payable {
        require(account == msg.sender, "not yours");
        isAccountOperatorAuthorized[account][operator] = authorized;
    }

    function batch(BatchItem[] calldata items) external payable {
        for (uint256 i = 0; i < items.length; i++) {
            address to = items[i].targetContract;
            (bool done,) = to == address(this)
                ? address(this).delegatecall(items[i].data)
                : to.call{value: items[i].value}(items[i].data);
            require(done, "failed");
        }
    }
}

/// The new owner has to accept: until then the getter names the old one.
contract PendingOwner {
    address public owner = msg.sender;
    address internal pending;

    function transferOwnership(address newOwner) external {
        require(msg.sender == owner, "not the owner");
        pending = newOwner;
    }
}

contract VoteRights {
    event DelegateChanged(address indexed delegator, address indexed fromDelegate, address indexed toDelegate);

    mapping(address => address) public delegates;

    function delegate(address delegatee) external {
        emit DelegateChanged(msg.sender, delegates[msg.sender], delegatee);
        delegates[msg.sender] = delegatee;
    }
}

/// A token by its functions, whose transfer gives a right instead; only an event of its own tells.
contract FalseTransfer {
    event Trusted(address indexed account, address trusted);

    string public constant symbol = "FALSE";
    uint8 public constant decimals = 6;

    mapping(address => mapping(address => bool)) internal trusts;

    function balanceOf(address) external pure returns (uint256) {
        return 5e6;
    }

    function transfer(address to, uint256) external returns (bool) {
        trusts[msg.sender][to] = true;
        emit Trusted(msg.sender, to);
        return true;
    }
}

/// Ownership and roles as OpenZeppelin's contracts tell them, and functions that nobody knows.
contract Control {
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);

    address public owner;
    mapping(bytes32 => mapping(address => bool)) public hasRole;

    function claim() external {
        owner = msg.sender;
    }

    function hand(address to) external {
        require(msg.sender == owner, "not the owner");
        owner = to;
        emit OwnershipTransferred(msg.sender, to);
    }

    function grantRole(bytes32 role, address account) public {
        hasRole[role][account] = true;
        emit RoleGranted(role, account, msg.sender);
    }

    function promote(address account) external {
        grantRole(0x00, account);
    }
}

/// delegate.xyz's registry, and a function that nobody knows.
contract Delegates {
    event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable);

    mapping(address => mapping(address => mapping(bytes32 => bool))) internal kept;

    function checkDelegateForAll(address to, address from, bytes32 rights) external view returns (bool) {
        return kept[from][to][rights];
    }

    function delegateAll(address to, bytes32 rights, bool enable) public payable returns (bytes32) {
        kept[msg.sender][to][rights] = enable;
        emit DelegateAll(msg.sender, to, rights, enable);
        return 0;
    }

    function entrust(address to) external {
        delegateAll(to, bytes32("vote"), true);
    }
}

/// Calls of dapps whose functions the wallet does not know.
contract Unknowns {
    event Trusted(address indexed account, address trusted);
    event Noted(address indexed account, uint256 number);
    event VoteCast(address indexed voter, uint256 proposalId, uint8 support, uint256 weight, string reason);

    mapping(address => mapping(address => bool)) internal trusts;

    function trust(address other) external payable {
        trusts[msg.sender][other] = true;
    }

    function trustAloud(bytes32 other) external {
        trusts[msg.sender][address(uint160(uint256(other) >> 96))] = true;
        emit Trusted(msg.sender, address(uint160(uint256(other) >> 96)));
    }

    function trustPacked(bytes calldata) external {
        trusts[msg.sender][address(bytes20(msg.data[msg.data.length - 20:]))] = true;
    }

    function note(uint256 number) external {
        emit Noted(msg.sender, number);
    }

    function castVote(uint256 proposalId, uint8 support) external {
        emit VoteCast(msg.sender, proposalId, support, 1, "");
    }

    function ping() external {}
}

/// An honest shop with a function that nobody knows: takes a token for another.
contract Exchange {
    function trade(address give, address get, address to, uint256 amount) external {
        (bool isGiven,) = give.call(abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount));
        (bool isGot,) = get.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        require(isGiven && isGot, "no trade");
    }
}

/// Logs as many empty approvals of an account as it is asked for.
contract ApprovalSpam {
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function allowance(address, address) external pure returns (uint256) {
        return 0;
    }

    function spam(address account, uint160 count) external payable {
        for (uint160 i = 1; i <= count; i++) emit Approval(account, address(i << 64), 0);
    }
}
