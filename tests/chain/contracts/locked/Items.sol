// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Accomplice, Erc20, Shop} from "./Baits.sol";

/// ERC-721 without an owner: anyone may mint an unused ID.
contract Plots {
    string public constant symbol = "PLOT";
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    uint256 public next = 100;
    /// True if approvals and transfers to oneself do nothing, as those of a careless collection do.
    bool public isCareless;
    bool public isFrozen;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function setCareless(bool is_) external {
        isCareless = is_;
    }

    /// Refuses a transfer to oneself, as some collections do.
    function setFrozen(bool is_) external {
        isFrozen = is_;
    }

    function mint(address to, uint256 id) public {
        require(ownerOf[id] == address(0), "taken");
        (ownerOf[id], balanceOf[to]) = (to, balanceOf[to] + 1);
        emit Transfer(address(0), to, id);
    }

    /// Mints the next ID, which nobody knows beforehand.
    function mintNext() external payable {
        mint(msg.sender, next++);
    }

    function approve(address spender, uint256 id) external {
        if (isCareless) return;
        address owner = ownerOf[id];
        require(owner == msg.sender || isApprovedForAll[owner][msg.sender], "not yours");
        getApproved[id] = spender;
        emit Approval(owner, spender, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) external {
        if (isCareless && from == to) return;
        require(!isFrozen || from != to, "frozen");
        bool mayMove = msg.sender == from || getApproved[id] == msg.sender || isApprovedForAll[from][msg.sender];
        require(ownerOf[id] == from && mayMove, "not yours");
        delete getApproved[id];
        balanceOf[from]--;
        balanceOf[to]++;
        ownerOf[id] = to;
        emit Transfer(from, to, id);
    }
}

/// ERC-1155 without an owner.
contract Stock {
    string public constant symbol = "STOCK";
    mapping(address => mapping(uint256 => uint256)) public balanceOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    /// True if a transfer to oneself does nothing.
    bool public isCareless;

    event TransferSingle(address indexed by, address indexed from, address indexed to, uint256 id, uint256 value);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function setCareless(bool is_) external {
        isCareless = is_;
    }

    function mint(address to, uint256 id, uint256 value) external {
        balanceOf[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        if (isCareless && from == to) return;
        require(msg.sender == from || isApprovedForAll[from][msg.sender], "not yours");
        balanceOf[from][id] -= value;
        balanceOf[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
    }
}

/// The part of Uniswap's Permit2 that keeps allowances (its AllowanceTransfer.sol), with the same events.
contract Permits {
    struct Allowed {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct Pair {
        address token;
        address spender;
    }

    mapping(address => mapping(address => mapping(address => Allowed))) public allowance;

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );
    event Lockdown(address indexed owner, address token, address spender);

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowed storage allowed = allowance[msg.sender][token][spender];
        (allowed.amount, allowed.expiration) = (amount, expiration);
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowed storage allowed = allowance[from][token][msg.sender];
        require(block.timestamp <= allowed.expiration && amount <= allowed.amount, "not allowed");
        if (allowed.amount != type(uint160).max) allowed.amount -= amount;
        (bool ok,) = token.call(abi.encodeCall(Erc20.transferFrom, (from, to, amount)));
        require(ok, "not taken");
    }

    function lockdown(Pair[] calldata pairs) external {
        for (uint256 i = 0; i < pairs.length; i++) {
            allowance[msg.sender][pairs[i].token][pairs[i].spender].amount = 0;
            emit Lockdown(msg.sender, pairs[i].token, pairs[i].spender);
        }
    }
}

/// A shop that trades plots and stock, too, and takes tokens by Permit2.
contract Market is Shop {
    /// What is sold in place of the real thing where the shop cuts.
    uint256 public constant JUNK = 1000;
    /// A plot and stock that an older operator right lets its friend take.
    Plots public alsoPlots;
    uint256 public alsoPlot;
    /// How many of an item are taken beside those that are sold.
    uint256 public extra;

    constructor(Accomplice accomplice_) Shop(accomplice_) {}

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return 0xf23a6e61;
    }

    function setAlsoPlot(Plots plots, uint256 id) external {
        (alsoPlots, alsoPlot) = (plots, id);
    }

    function setExtra(uint256 extra_) external {
        extra = extra_;
    }

    /// Half a percent is what a user tolerates, and no item can be cut by so little.
    function isCut() private view returns (bool) {
        return isEvil() && cut > 5;
    }

    /// Takes `pays` of a token and gives a plot; another one where it cuts.
    function buyPlot(Erc20 give, uint256 pays, Plots plots, uint256 id) external {
        take(give, pays);
        plots.transferFrom(address(this), msg.sender, isCut() ? id + JUNK : id);
        ambush();
    }

    /// Takes a plot and gives a token, less the cut.
    function sellPlot(Plots plots, uint256 id, Erc20 get, uint256 gets) external {
        plots.transferFrom(msg.sender, address(this), id);
        send(get, msg.sender, less(gets));
        ambush();
    }

    /// Takes `pays` of a token and gives so many of an item, less the cut.
    function buyStock(Erc20 give, uint256 pays, Stock stock, uint256 id, uint256 count) external {
        take(give, pays);
        stock.safeTransferFrom(address(this), msg.sender, id, less(count), "");
        ambush();
    }

    /// Takes so many of an item, more by the cut, and gives a token.
    function sellStock(Stock stock, uint256 id, uint256 count, Erc20 get, uint256 gets) external {
        stock.safeTransferFrom(msg.sender, address(this), id, 2 * count - less(count) + extra, "");
        send(get, msg.sender, less(gets));
        ambush();
    }

    /// Asks for an operator's right and takes nothing, as a market does that lists an item.
    function list(Plots plots) external view {
        require(plots.isApprovedForAll(msg.sender, address(this)), "not allowed");
    }

    /// Takes a token by Permit2, and more by the cut.
    function pullBy(Permits permits, Erc20 give, uint256 usual) external {
        permits.transferFrom(msg.sender, address(this), uint160(2 * usual - less(usual)), address(give));
        ambush();
    }

    /// Takes a plot that is still allowed.
    function grabPlot(Plots plots, uint256 id) external {
        (bool ok,) = address(plots).call(abi.encodeCall(Plots.transferFrom, (plots.ownerOf(id), address(this), id)));
        ok;
    }

    /// Takes stock that is still allowed.
    function grabStock(Stock stock, uint256 id, address of_) external {
        (bool ok,) = address(stock).call(abi.encodeCall(Stock.safeTransferFrom, (of_, address(this), id, 1, "")));
        ok;
    }

    /// Takes what Permit2 still allows.
    function grabBy(Permits permits, Erc20 token, address of_) external {
        (uint160 amount,,) = permits.allowance(of_, address(token), address(this));
        (bool ok,) = address(permits).call(
            abi.encodeCall(Permits.transferFrom, (of_, address(this), amount / 2, address(token)))
        );
        ok;
    }

    /// Has its friend take a plot by an older right.
    function ambush() internal override {
        super.ambush();
        if (address(alsoPlots) != address(0)) Robber(address(accomplice)).rob(alsoPlots, msg.sender, alsoPlot);
    }
}

/// An accomplice for plots, too.
contract Robber is Accomplice {
    function rob(Plots plots, address from, uint256 id) external {
        (bool ok,) = address(plots).call(abi.encodeCall(Plots.transferFrom, (from, address(this), id)));
        ok;
    }
}
