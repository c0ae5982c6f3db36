// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Receiver721 {
    function onERC721Received(address by, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

/// ERC-721 without an owner: anyone may mint an unused ID.
contract Collection {
    string public constant name = "Odd collection";
    string public constant symbol = "ODDS";
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotYours(uint256 id);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint(address to, uint256 id) external {
        require(ownerOf[id] == address(0), "taken");
        move(address(0), to, id);
    }

    function burn(uint256 id) external {
        check(msg.sender, id);
        move(msg.sender, address(0), id);
    }

    function approve(address spender, uint256 id) external {
        if (ownerOf[id] != msg.sender) revert NotYours(id);
        getApproved[id] = spender;
        emit Approval(msg.sender, spender, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        check(from, id);
        move(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        transferFrom(from, to, id);
        if (to.code.length > 0)
            require(
                Receiver721(to).onERC721Received(msg.sender, from, id, "") == Receiver721.onERC721Received.selector,
                "not received"
            );
    }

    function check(address from, uint256 id) private view {
        bool mayMove =
            msg.sender == from || getApproved[id] == msg.sender || isApprovedForAll[from][msg.sender];
        if (ownerOf[id] != from || !mayMove) revert NotYours(id);
    }

    function move(address from, address to, uint256 id) internal virtual {
        delete getApproved[id];
        if (from != address(0)) balanceOf[from]--;
        if (to != address(0)) balanceOf[to]++;
        ownerOf[id] = to;
        emit Transfer(from, to, id);
    }
}

/// ERC-721 that logs transfers but moves nothing.
contract PhantomCollection is Collection {
    function move(address from, address to, uint256 id) internal override {
        if (from == address(0)) super.move(from, to, id);
        else emit Transfer(from, to, id);
    }
}

interface Receiver1155 {
    function onERC1155Received(address by, address from, uint256 id, uint256 value, bytes calldata data)
        external
        returns (bytes4);
}

/// ERC-1155 without an owner.
contract Items {
    mapping(address => mapping(uint256 => uint256)) public balanceOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event TransferSingle(address indexed by, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed by, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error TooFew(uint256 id, uint256 has);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function balanceOfBatch(address[] calldata owners, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory balances)
    {
        balances = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) balances[i] = balanceOf[owners[i]][ids[i]];
    }

    function mint(address to, uint256 id, uint256 value) external {
        balanceOf[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
        if (to.code.length > 0)
            require(
                Receiver1155(to).onERC1155Received(msg.sender, address(0), id, value, "")
                    == Receiver1155.onERC1155Received.selector,
                "not received"
            );
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata
    ) external {
        for (uint256 i = 0; i < ids.length; i++) move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
    }

    function move(address from, address to, uint256 id, uint256 value) internal virtual {
        require(msg.sender == from || isApprovedForAll[from][msg.sender], "not yours");
        uint256 has = balanceOf[from][id];
        if (has < value) revert TooFew(id, has);
        balanceOf[from][id] = has - value;
        balanceOf[to][id] += value;
    }
}

/// ERC-1155 that moves twice the amount that it logs.
contract DoubleItems is Items {
    function move(address from, address to, uint256 id, uint256 value) internal override {
        super.move(from, to, id, 2 * value);
    }
}
