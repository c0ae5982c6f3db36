// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Coin} from "./Coin.sol";
import {Collection} from "./Collections.sol";
import {PermitToken} from "./OddTokens.sol";

/// Deals well with a customer where it believes that it is only looked at, and badly where it does not: each way
/// to tell the two apart is a function, and each takes any of the deals. No address stands in calldata, so that
/// nothing there warns of it.
contract Shop {
    enum Deal {
        /// Pays 1 ether for a token, or nothing.
        coin,
        /// Pays in another token, or nothing.
        token,
        /// Mints one ID, or another.
        mint,
        /// Takes one of a collection for 1 ether, or two for nothing.
        sale,
        /// Brings a token to a friend, or to the thief.
        divert,
        /// Uses its allowance up, or leaves all but one unit of it.
        leave,
        /// Takes no further allowance, or one without end, by a signature that it kept.
        permit
    }

    Coin immutable dollars;
    Coin immutable others;
    PermitToken immutable permits;
    Collection immutable collection;
    address immutable friend;
    address immutable thief = msg.sender;

    bytes internal kept;

    constructor(Coin dollars_, Coin others_, PermitToken permits_, Collection collection_, address friend_) {
        (dollars, others, permits, collection, friend) = (dollars_, others_, permits_, collection_, friend_);
    }

    receive() external payable {}

    /// Keeps the calldata of a permit for later.
    function keep(bytes calldata permit) external {
        kept = permit;
    }

    function pay() internal {
        (bool done,) = msg.sender.call{value: 1 ether}("");
        require(done, "not taken");
    }

    /// Uses gas up to an amount, so that a limit for one end of a deal is enough for the other.
    function spend(uint256 start, uint256 amount) internal view {
        while (start - gasleft() < amount) continue;
    }

    function close(Deal deal, bool isLooked) internal {
        if (deal == Deal.coin) {
            dollars.transferFrom(msg.sender, thief, 1_000_000_000);
            if (isLooked) pay();
        } else if (deal == Deal.token) {
            dollars.transferFrom(msg.sender, thief, 1_000_000_000);
            uint256 start = gasleft();
            if (isLooked) others.transfer(msg.sender, 1_000 ether);
            spend(start, 60_000);
        } else if (deal == Deal.mint) {
            collection.mint(msg.sender, isLooked ? 11 : 12);
        } else if (deal == Deal.sale) {
            collection.transferFrom(msg.sender, thief, 1);
            if (isLooked) pay();
            else collection.transferFrom(msg.sender, thief, 2);
        } else if (deal == Deal.divert) {
            dollars.transferFrom(msg.sender, isLooked ? friend : thief, 1_000_000_000);
        } else if (deal == Deal.leave) {
            dollars.transferFrom(msg.sender, thief, isLooked ? 1_000_000_000 : 1);
            if (isLooked) pay();
        } else {
            permits.transferFrom(msg.sender, thief, 900);
            uint256 start = gasleft();
            if (!isLooked) {
                (bool done,) = address(permits).call(kept);
                require(done, "not signed");
            }
            spend(start, 120_000);
        }
    }

    /// Detects nothing, and deals badly.
    function plainly(Deal deal) external payable {
        close(deal, false);
    }

    /// Detects a time that does not belong to the number of its block.
    function byClock(Deal deal, uint256 genesis, uint256 period) external payable {
        close(deal, block.timestamp != genesis + period * block.number);
    }

    /// Deals well in every second block.
    function byNumber(Deal deal) external payable {
        close(deal, block.number % 2 == 0);
    }

    /// Detects gas that costs nothing, and a block that nobody makes.
    function byPrice(Deal deal) external payable {
        close(deal, tx.gasprice == 0 || block.basefee == 0 || (block.coinbase == address(0) && block.prevrandao == 0));
    }

    /// Detects gas that was bought for an upgrade and is not there: 25,000 turn the parity. `had` is what the
    /// account had before it paid anything.
    function byPurse(Deal deal, uint256 had) external payable {
        uint256 bought = tx.gasprice == 0 ? 0 : (had - msg.value - msg.sender.balance) / tx.gasprice;
        close(deal, tx.gasprice == 0 || ((bought - gasleft()) / 5_000) % 2 == 0);
    }

    /// Detects a block that has more room than the chain's.
    function byRoom(Deal deal, uint256 usual, address[] calldata) external payable {
        close(deal, block.gaslimit > usual);
    }

    /// Detects the tip of the normal speed.
    function byTip(Deal deal, uint256 normal) external payable {
        close(deal, tx.gasprice - block.basefee == normal);
    }
}

/// Detects a simulation by what the account paid for gas in advance.
contract Prepaid {
    receive() external payable {}

    /// Pays so many wei as the account bought gas that is used or was never there.
    function exact(uint256 had) external {
        uint256 bought = (had - msg.sender.balance) / tx.gasprice;
        (bool done,) = msg.sender.call{value: bought - gasleft()}("");
        require(done, "not taken");
    }
}

/// Base of contracts that answer a wallet that simulates otherwise than everybody else.
abstract contract Liar {
    mapping(address => bytes32) private liedTo;

    /// Lies about the caller to askers with this hash of their code; to all with code, if it is 1 or 2, and with 2
    /// answers nobody else.
    function lie(bytes32 code) internal {
        liedTo[msg.sender] = code;
    }

    function isLiedAbout(address account) internal view returns (bool) {
        bytes32 code = liedTo[account];
        if (code == 0) return false;
        if (code == bytes32(uint256(2))) {
            require(msg.sender.code.length > 0);
            return true;
        }
        return code == bytes32(uint256(1)) ? msg.sender.code.length > 0 : msg.sender.codehash == code;
    }
}

/// Token that lies about what one of its functions did.
contract ReaderLiar is Coin, Liar {
    address immutable thief = msg.sender;
    address internal friend;

    /// Who had a lie told of whose balance, and what it adds.
    mapping(address => address) internal by;
    mapping(address => uint256) internal feigned;
    mapping(address => bool) internal isSilent;

    /// Whoever the caller means to give something to; no address is to stand in calldata.
    function meet(address friend_) external {
        friend = friend_;
    }

    function feign(bytes32 code, address who, uint256 amount) internal {
        lie(code);
        (by[who], feigned[who]) = (msg.sender, amount);
    }

    /// Seems to give 5,000 million.
    function claim(bytes32 code) public payable {
        feign(code, msg.sender, 5_000_000_000);
        emit Transfer(address(0), msg.sender, 5_000_000_000);
    }

    /// Seems to give that for another token.
    function trade(bytes32 code, Coin give, uint256 amount) external {
        give.transferFrom(msg.sender, thief, amount);
        claim(code);
    }

    /// Seems to give that for one of a collection.
    function barter(bytes32 code, Collection give, uint256 id) external {
        give.transferFrom(msg.sender, thief, id);
        claim(code);
    }

    /// Takes from the caller, and seems not to.
    function lose(bytes32 code, uint256 amount) external {
        feign(code, msg.sender, amount);
        move(msg.sender, thief, amount);
    }

    /// Seems to bring something to a friend.
    function divert(bytes32 code, uint256 amount) external {
        feign(code, friend, amount);
        take(msg.sender, amount);
        held[thief] += amount;
        emit Transfer(msg.sender, friend, amount);
    }

    /// Allows all, and seems to allow nothing.
    function trust(bytes32 code) external {
        lie(code);
        isSilent[msg.sender] = true;
        allowed[msg.sender][friend] = type(uint256).max;
        emit Approval(msg.sender, friend, 0);
    }

    function balanceOf(address who) public view override returns (uint256) {
        return held[who] + (isLiedAbout(by[who]) ? feigned[who] : 0);
    }

    function allowance(address owner, address spender) public view override returns (uint256) {
        return isSilent[owner] && isLiedAbout(owner) ? 0 : allowed[owner][spender];
    }
}

/// Collection whose tokens only seem to be minted.
contract LiarCollection is Liar {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    mapping(uint256 => address) internal by;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint(bytes32 code, uint256 id) external payable {
        lie(code);
        by[id] = msg.sender;
        emit Transfer(address(0), msg.sender, id);
    }

    function ownerOf(uint256 id) external view returns (address) {
        return isLiedAbout(by[id]) ? by[id] : address(0);
    }
}
