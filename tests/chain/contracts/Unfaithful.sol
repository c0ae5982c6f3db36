// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// ERC-20 whose transfers deliver less than their logs say, whose balances grow without logs, and whose
/// answers are malformed.
contract Unfaithful {
    enum Way {
        Honest,
        Reverts,
        Loops,
        Floods,
        Wavers,
        Writes
    }

    mapping(address => uint256) private shares;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 private index = 100;
    uint256 private reads;
    Way private way;
    bytes private symbolAnswer;
    uint256 public decimals;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(Way way_, bytes memory symbolAnswer_, uint256 decimals_) {
        way = way_;
        symbolAnswer = symbolAnswer_;
        decimals = decimals_;
        shares[msg.sender] = 1_000_000;
    }

    function grant(address to, uint256 value) external {
        shares[to] += value;
    }

    function grow() external {
        index = 110;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) public returns (bool) {
        shares[msg.sender] -= value;
        shares[to] += (value * 99) / 100;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function symbol() external view {
        bytes memory answer = symbolAnswer;
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }

    function name() external pure returns (string memory) {
        return "Unfaithful";
    }

    function balanceOf(address account) external returns (uint256) {
        if (way == Way.Reverts) revert("no");
        if (way == Way.Loops) while (true) {}
        if (way == Way.Floods)
            assembly {
                return(0, 1000000)
            }
        if (way == Way.Wavers) return gasleft();
        if (way == Way.Writes) return ++reads;
        return (shares[account] * index) / 100;
    }
}

/// Takes one token and gives another, neither of which is an argument of the call.
contract Counter {
    Unfaithful private immutable give;
    Unfaithful private immutable get;

    constructor(Unfaithful give_, Unfaithful get_) {
        give = give_;
        get = get_;
    }

    /// Credits a token that only an argument names, without a log.
    function hush(Unfaithful token) external {
        token.grant(msg.sender, 200);
    }

    function trade() external {
        get.transfer(msg.sender, 500);
    }

    receive() external payable {}

    function pay(uint256 value) external {
        payable(msg.sender).transfer(value);
    }

    /// Succeeds only if much more gas is left than it uses.
    function careful() external view {
        require(gasleft() > 400_000, "too little gas left");
        give.decimals();
    }
}

/// Minimal ERC-721 and ERC-1155 in one, as far as a wallet reads them.
contract Items {
    mapping(uint256 => address) private owners;
    mapping(uint256 => address) private approved;
    mapping(address => mapping(uint256 => uint256)) private amounts;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    bool private immutable isMany;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
    event TransferSingle(
        address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
    );
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    constructor(bool isMany_) {
        isMany = isMany_;
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        return id == (isMany ? bytes4(0xd9b67a26) : bytes4(0x80ac58cd));
    }

    function mint(uint256 id) external {
        owners[id] = msg.sender;
        emit Transfer(address(0), msg.sender, id);
    }

    function burn(uint256 id) external {
        delete owners[id];
        emit Transfer(msg.sender, address(0), id);
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(owners[id] == from, "not the owner");
        owners[id] = to;
        emit Transfer(from, to, id);
    }

    function approve(address spender, uint256 id) external {
        approved[id] = spender;
        emit Approval(msg.sender, spender, id);
    }

    function ownerOf(uint256 id) external view returns (address) {
        require(owners[id] != address(0), "no such token");
        return owners[id];
    }

    function getApproved(uint256 id) external view returns (address) {
        return approved[id];
    }

    function balanceOf(address) external pure returns (uint256) {
        return 7;
    }

    function setApprovalForAll(address operator, bool isApproved) external {
        isApprovedForAll[msg.sender][operator] = isApproved;
        emit ApprovalForAll(msg.sender, operator, isApproved);
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return amounts[account][id];
    }

    function mintMany(uint256[] calldata ids, uint256[] calldata values) external {
        for (uint256 i; i < ids.length; i++) amounts[msg.sender][ids[i]] += values[i];
        emit TransferBatch(msg.sender, address(0), msg.sender, ids, values);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        amounts[from][id] -= value;
        amounts[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
    }
}

interface Allowing {
    function allowance(address owner, address spender) external view returns (uint256);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Takes half of what it may, however much that is: with exactly what it took, it takes less.
contract Halver {
    function take(Allowing token) external {
        token.transferFrom(msg.sender, address(this), token.allowance(msg.sender, address(this)) / 2);
    }
}
