// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Erc20 {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
}

/// A token of one of 13 kinds, which misbehave as tokens on real chains do.
contract KindToken {
    string public constant name = "Kind";
    string public constant symbol = "KIND";
    uint8 public constant decimals = 6;
    uint8 public immutable kind;
    uint256 public totalSupply;
    bool public isPaused;
    mapping(address => bool) public isBlocked;
    mapping(address => uint256) private shares;
    mapping(address => mapping(address => uint256)) public allowance;
    /// Price of a share, in thousandths.
    uint256 public price = 1003;
    Erc20 public prey;
    /// What a transfer takes of the sender beside the amount, and of what arrives, in thousandths.
    uint256 public tax;

    uint8 public constant PLAIN = 0;
    uint8 public constant NO_RETURN = 1;
    uint8 public constant SHARES = 2;
    uint8 public constant PAUSABLE = 3;
    uint8 public constant BLOCKLIST = 4;
    uint8 public constant HOOK = 5;
    uint8 public constant FEE = 6;
    uint8 public constant FEE_ON_TOP = 7;
    uint8 public constant NO_SELF = 8;
    uint8 public constant FALSE_ON_SELF = 9;
    uint8 public constant FALSE_ON_LESS = 10;
    uint8 public constant REWARD = 11;
    uint8 public constant AMBUSH = 12;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint8 kind_) {
        kind = kind_;
    }

    function setPrey(Erc20 prey_) external {
        prey = prey_;
    }

    function setTax(uint256 tax_) external {
        tax = tax_;
    }

    function setPaused(bool is_) external {
        isPaused = is_;
    }

    function setBlocked(address who, bool is_) external {
        isBlocked[who] = is_;
    }

    function balanceOf(address owner) public view returns (uint256) {
        return kind == SHARES ? (shares[owner] * price) / 1000 : shares[owner];
    }

    function mint(address to, uint256 value) external {
        shares[to] += kind == SHARES ? (value * 1000) / price : value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return answer();
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value) ? answer() : false;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value, "allowance");
        // As most tokens do, the plain one never lowers the highest allowance.
        if (kind != PLAIN || allowance[from][msg.sender] != type(uint256).max)
            allowance[from][msg.sender] -= value;
        return move(from, to, value) ? answer() : false;
    }

    /// Returns to the caller of the token without any data, where the kind has none.
    function answer() private view returns (bool) {
        if (kind == NO_RETURN) assembly { return(0, 0) }
        return true;
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        if (kind == PAUSABLE) require(!isPaused, "paused");
        if (kind == BLOCKLIST) require(!isBlocked[from] && !isBlocked[to], "blocked");
        if (kind == NO_SELF) require(from != to, "self");
        if (kind == FALSE_ON_SELF && from == to) return false;
        if (kind == FALSE_ON_LESS && shares[from] < value) return false;
        if (kind == AMBUSH && from == to)
            try prey.transferFrom(from, address(this), 500e6) {} catch {}
        uint256 moved = kind == SHARES ? (value * 1000) / price : value;
        uint256 taken = (kind == FEE_ON_TOP ? (moved * 105) / 100 : moved) * (1000 + tax) / 1000;
        moved = moved * (1000 - tax) / 1000;
        require(shares[from] >= taken, "balance");
        shares[from] -= taken;
        shares[to] += kind == FEE ? (moved * 95) / 100 : moved;
        if (kind == REWARD) shares[from] += 1;
        emit Transfer(from, to, value);
        if (kind == HOOK && to.code.length > 23)
            try Hooked(to).tokensReceived(from, value) {} catch {}
        return true;
    }
}

interface Hooked {
    function tokensReceived(address from, uint256 value) external;
}

/// Holds allowances of many, as routers do, and takes by them when its friend asks.
contract Accomplice {
    function strike(Erc20 token, address from, uint256 value) external {
        (bool ok,) = address(token).call(abi.encodeCall(Erc20.transferFrom, (from, address(this), value)));
        ok;
    }
}

/// A shop that pays what it promises until it is told otherwise.
contract Shop {
    Accomplice public accomplice;
    /// Part of what is promised that is not paid, in thousandths.
    uint256 internal cut;
    /// When it cuts: 0 always, 1 from a block on, 2 from a time on, 3 for a builder, 4 at a gas limit.
    uint8 public trigger;
    uint256 public from;
    /// What is taken beside the price by an older allowance: token and amount.
    Erc20 public also;
    uint256 public alsoTakes;

    constructor(Accomplice accomplice_) {
        accomplice = accomplice_;
    }

    receive() external payable {}

    function setCut(uint256 cut_, uint8 trigger_, uint256 from_) external {
        (cut, trigger, from) = (cut_, trigger_, from_);
    }

    function setAlso(Erc20 also_, uint256 takes) external {
        (also, alsoTakes) = (also_, takes);
    }

    function isEvil() internal view returns (bool) {
        if (trigger == 1) return block.number >= from;
        if (trigger == 2) return block.timestamp >= from;
        if (trigger == 3) return uint160(address(block.coinbase)) == from;
        if (trigger == 4) return block.gaslimit == from;
        return true;
    }

    function less(uint256 amount) internal view returns (uint256) {
        return isEvil() ? (amount * (1000 - cut)) / 1000 : amount;
    }

    /// Takes `pays` of a token, gives `gets` of another, less the cut.
    function swap(Erc20 give, uint256 pays, Erc20 get, uint256 gets) external {
        take(give, pays);
        send(get, msg.sender, less(gets));
        ambush();
    }

    /// Takes a token and gives coin, less the cut.
    function sell(Erc20 give, uint256 pays, uint256 weis) external {
        take(give, pays);
        (bool ok,) = msg.sender.call{value: less(weis)}("");
        require(ok);
        ambush();
    }

    /// Takes coin and gives a token, less the cut.
    function buy(Erc20 get, uint256 gets) external payable {
        send(get, msg.sender, less(gets));
        ambush();
    }

    /// Takes at most what is allowed, usually `usual`, and more by the cut.
    function pull(Erc20 give, uint256 usual) external {
        take(give, 2 * usual - less(usual));
        ambush();
    }

    /// Takes what is still allowed, up to a tenth of what there is.
    function grab(Erc20 token, address of_) external {
        uint256 allowed = token.allowance(of_, address(this));
        uint256 tenth = token.balanceOf(of_) / 10;
        uint256 value = allowed < tenth ? allowed / 2 : tenth;
        (bool ok,) = address(token).call(abi.encodeCall(Erc20.transferFrom, (of_, address(this), value)));
        ok;
    }

    function ambush() internal virtual {
        if (alsoTakes > 0) accomplice.strike(also, msg.sender, alsoTakes);
    }

    function take(Erc20 token, uint256 value) internal {
        (bool ok,) = address(token).call(abi.encodeCall(Erc20.transferFrom, (msg.sender, address(this), value)));
        require(ok, "not taken");
    }

    function send(Erc20 token, address to, uint256 value) internal {
        (bool ok,) = address(token).call(abi.encodeCall(Erc20.transfer, (to, value)));
        require(ok, "not sent");
    }
}

/// Keeps amounts as ERC-20 does, but takes an approval of nothing for one of the token with the ID 0, as ERC-721 would.
contract Hybrid {
    string public constant symbol = "HYB";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => address) public getApproved;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        ownerOf[0] = to;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        if (value == 0) {
            getApproved[0] = spender;
            emit Deeds.Approval(msg.sender, spender, 0);
        }
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}

interface Deeds {
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
}

/// Keeps less of an approval than it was asked for, takes no second one back, or says no to nothing.
contract Stubborn {
    string public constant symbol = "STUB";
    uint8 public constant decimals = 6;
    uint8 public mood;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    /// 0: holds at most 96 bits; 1: reverts an approval of nothing; 2: takes no notice of one.
    constructor(uint8 mood_) {
        mood = mood_;
    }

    function setMood(uint8 mood_) external {
        mood = mood_;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        if (mood == 1) require(value > 0, "nothing");
        if (mood == 2 && value == 0) return false;
        allowance[msg.sender][spender] = value > type(uint96).max ? type(uint96).max : value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint96).max) allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
