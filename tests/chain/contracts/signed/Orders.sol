// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import "./Signed.sol";

// Orders of CoW Protocol (@cowprotocol/contracts 1.8.0, src/contracts/libraries/GPv2Order.sol).
contract CowOrders is Signed {
    bytes32 private constant TYPE = keccak256(
        "Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)"
    );

    struct Message {
        address sellToken;
        address buyToken;
        address receiver;
        uint256 sellAmount;
        uint256 buyAmount;
        uint32 validTo;
        bytes32 appData;
        uint256 feeAmount;
        string kind;
        bool partiallyFillable;
        string sellTokenBalance;
        string buyTokenBalance;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        bytes memory first =
            abi.encode(TYPE, m.sellToken, m.buyToken, m.receiver, m.sellAmount, m.buyAmount, m.validTo);
        bytes memory last = abi.encode(
            m.appData,
            m.feeAmount,
            keccak256(bytes(m.kind)),
            m.partiallyFillable,
            keccak256(bytes(m.sellTokenBalance)),
            keccak256(bytes(m.buyTokenBalance))
        );
        return digest(keccak256(bytes.concat(first, last)));
    }

    function submit(Message calldata m, bytes calldata signature) external payable {
        inTime(m.validTo);
        bytes32 kind = keccak256(bytes(m.kind));
        require(kind == keccak256("sell") || kind == keccak256("buy"), "no kind");
        address owner = signerOf(hashOf(m), signature);
        // The settlement knows the coin by its own address alone, and no token stands at zero.
        require(m.buyToken != address(0), "no token");
        Coin(m.sellToken).transferFrom(owner, address(this), m.sellAmount + m.feeAmount);
        pay(m.buyToken, msg.sender, m.receiver == address(0) ? owner : m.receiver, m.buyAmount);
    }
}

// Limit orders of 1inch (@1inch/limit-order-sdk 5.4.3, src/limit-order), at the price least good for the maker.
contract InchOrders is Signed {
    bytes32 private constant TYPE = keccak256(
        "Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)"
    );

    struct Message {
        uint256 salt;
        address maker;
        address receiver;
        address makerAsset;
        address takerAsset;
        uint256 makingAmount;
        uint256 takingAmount;
        uint256 makerTraits;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata m, bytes calldata signature) external payable {
        check(m.maker, hashOf(m), signature);
        uint256 end = (m.makerTraits >> 80) & ((1 << 40) - 1);
        if (end != 0) inTime(end);
        Coin(m.makerAsset).transferFrom(m.maker, msg.sender, m.makingAmount);
        if (m.makerTraits & (1 << 249) != 0) return;
        pay(m.takerAsset, msg.sender, m.receiver == address(0) ? m.maker : m.receiver, m.takingAmount);
    }
}

/// Limit orders of 0x (github.com/0xProject/protocol, LibNativeOrder.sol).
contract LimitOrders is Signed {
    bytes32 private constant TYPE = keccak256(
        "LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)"
    );

    struct Message {
        address makerToken;
        address takerToken;
        uint128 makerAmount;
        uint128 takerAmount;
        uint128 takerTokenFeeAmount;
        address maker;
        address taker;
        address sender;
        address feeRecipient;
        bytes32 pool;
        uint64 expiry;
        uint256 salt;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.maker, hashOf(m), signature);
        require(m.taker == address(0) || m.taker == msg.sender, "not the taker");
        inTime(m.expiry);
        Coin(m.makerToken).transferFrom(m.maker, msg.sender, m.makerAmount);
        Coin(m.takerToken).transferFrom(msg.sender, m.maker, m.takerAmount);
    }
}

/// RFQ orders of 0x (github.com/0xProject/protocol, LibNativeOrder.sol).
contract RfqOrders is Signed {
    bytes32 private constant TYPE = keccak256(
        "RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)"
    );

    struct Message {
        address makerToken;
        address takerToken;
        uint128 makerAmount;
        uint128 takerAmount;
        address maker;
        address taker;
        address txOrigin;
        bytes32 pool;
        uint64 expiry;
        uint256 salt;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.maker, hashOf(m), signature);
        require(m.taker == address(0) || m.taker == msg.sender, "not the taker");
        inTime(m.expiry);
        Coin(m.makerToken).transferFrom(m.maker, msg.sender, m.makerAmount);
        Coin(m.takerToken).transferFrom(msg.sender, m.maker, m.takerAmount);
    }
}

/// OTC orders of 0x (github.com/0xProject/protocol, LibNativeOrder.sol): the expiry is in the upper 64 bits.
contract OtcOrders is Signed {
    bytes32 private constant TYPE = keccak256(
        "OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)"
    );

    struct Message {
        address makerToken;
        address takerToken;
        uint128 makerAmount;
        uint128 takerAmount;
        address maker;
        address taker;
        address txOrigin;
        uint256 expiryAndNonce;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.maker, hashOf(m), signature);
        require(m.taker == address(0) || m.taker == msg.sender, "not the taker");
        inTime(m.expiryAndNonce >> 192);
        Coin(m.makerToken).transferFrom(m.maker, msg.sender, m.makerAmount);
        Coin(m.takerToken).transferFrom(msg.sender, m.maker, m.takerAmount);
    }
}

struct Fee {
    address recipient;
    uint256 amount;
    bytes feeData;
}

struct Property {
    address propertyValidator;
    bytes propertyData;
}

/// Common parts of orders for items of 0x (github.com/0xProject/protocol, LibNFTOrder.sol).
abstract contract ItemOrders is Signed {
    bytes32 private constant FEE = keccak256("Fee(address recipient,uint256 amount,bytes feeData)");
    bytes32 private constant PROPERTY = keccak256("Property(address propertyValidator,bytes propertyData)");

    function hashOfFees(Fee[] calldata fees) internal pure returns (bytes32) {
        bytes memory all;
        for (uint256 at = 0; at < fees.length; at++) {
            all = bytes.concat(
                all, keccak256(abi.encode(FEE, fees[at].recipient, fees[at].amount, keccak256(fees[at].feeData)))
            );
        }
        return keccak256(all);
    }

    function hashOfProperties(Property[] calldata some) internal pure returns (bytes32) {
        bytes memory all;
        for (uint256 at = 0; at < some.length; at++) {
            all = bytes.concat(
                all, keccak256(abi.encode(PROPERTY, some[at].propertyValidator, keccak256(some[at].propertyData)))
            );
        }
        return keccak256(all);
    }

    struct Trade {
        uint8 direction;
        address maker;
        address token;
        uint256 price;
        address collection;
        uint256 id;
        uint256 amount;
        uint256 fees;
    }

    function trade(Trade memory one) internal {
        require(one.direction < 2, "no direction");
        if (one.direction == 0) {
            hand(one.collection, one.maker, msg.sender, one.id, one.amount);
            pay(one.token, msg.sender, one.maker, one.price);
        } else {
            // The buyer pays the fees on top of the price.
            Coin(one.token).transferFrom(one.maker, msg.sender, one.price + one.fees);
            hand(one.collection, msg.sender, one.maker, one.id, one.amount);
        }
    }

    function sumOf(Fee[] calldata fees) internal pure returns (uint256 sum) {
        for (uint256 at = 0; at < fees.length; at++) sum += fees[at].amount;
    }
}

contract Erc721Orders is ItemOrders {
    bytes32 private constant TYPE = 0x2de32b2b090da7d8ab83ca4c85ba2eb6957bc7f6c50cb4ae1995e87560d808ed;

    struct Message {
        uint8 direction;
        address maker;
        address taker;
        uint256 expiry;
        uint256 nonce;
        address erc20Token;
        uint256 erc20TokenAmount;
        Fee[] fees;
        address erc721Token;
        uint256 erc721TokenId;
        Property[] erc721TokenProperties;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        bytes memory first =
            abi.encode(TYPE, m.direction, m.maker, m.taker, m.expiry, m.nonce, m.erc20Token, m.erc20TokenAmount);
        bytes memory last = abi.encode(
            hashOfFees(m.fees), m.erc721Token, m.erc721TokenId, hashOfProperties(m.erc721TokenProperties)
        );
        return digest(keccak256(bytes.concat(first, last)));
    }

    function submit(Message calldata m, bytes calldata signature) external payable {
        check(m.maker, hashOf(m), signature);
        require(m.taker == address(0) || m.taker == msg.sender, "not the taker");
        inTime(m.expiry);
        trade(
            Trade(
                m.direction,
                m.maker,
                m.erc20Token,
                m.erc20TokenAmount,
                m.erc721Token,
                m.erc721TokenId,
                1,
                sumOf(m.fees)
            )
        );
    }
}

contract Erc1155Orders is ItemOrders {
    bytes32 private constant TYPE = 0x930490b1bcedd2e5139e22c761fafd52e533960197c2283f3922c7fd8c880be9;

    struct Message {
        uint8 direction;
        address maker;
        address taker;
        uint256 expiry;
        uint256 nonce;
        address erc20Token;
        uint256 erc20TokenAmount;
        Fee[] fees;
        address erc1155Token;
        uint256 erc1155TokenId;
        Property[] erc1155TokenProperties;
        uint128 erc1155TokenAmount;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        bytes memory first =
            abi.encode(TYPE, m.direction, m.maker, m.taker, m.expiry, m.nonce, m.erc20Token, m.erc20TokenAmount);
        bytes memory last = abi.encode(
            hashOfFees(m.fees),
            m.erc1155Token,
            m.erc1155TokenId,
            hashOfProperties(m.erc1155TokenProperties),
            m.erc1155TokenAmount
        );
        return digest(keccak256(bytes.concat(first, last)));
    }

    function submit(Message calldata m, bytes calldata signature) external payable {
        check(m.maker, hashOf(m), signature);
        require(m.taker == address(0) || m.taker == msg.sender, "not the taker");
        inTime(m.expiry);
        trade(
            Trade(
                m.direction,
                m.maker,
                m.erc20Token,
                m.erc20TokenAmount,
                m.erc1155Token,
                m.erc1155TokenId,
                m.erc1155TokenAmount,
                sumOf(m.fees)
            )
        );
    }
}

/// Meta-transactions of 0x (github.com/0xProject/protocol, MetaTransactionsFeature.sol).
contract ProxyMeta is Signed {
    bytes32 private constant TYPE = keccak256(
        "MetaTransactionData(address signer,address sender,uint256 minGasPrice,uint256 maxGasPrice,uint256 expirationTimeSeconds,uint256 salt,bytes callData,uint256 value,address feeToken,uint256 feeAmount)"
    );

    struct Message {
        address signer;
        address sender;
        uint256 minGasPrice;
        uint256 maxGasPrice;
        uint256 expirationTimeSeconds;
        uint256 salt;
        bytes callData;
        uint256 value;
        address feeToken;
        uint256 feeAmount;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        bytes memory first =
            abi.encode(TYPE, m.signer, m.sender, m.minGasPrice, m.maxGasPrice, m.expirationTimeSeconds, m.salt);
        bytes memory last = abi.encode(keccak256(m.callData), m.value, m.feeToken, m.feeAmount);
        return digest(keccak256(bytes.concat(first, last)));
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.signer, hashOf(m), signature);
        require(m.sender == address(0) || m.sender == msg.sender, "not the sender");
        inTime(m.expirationTimeSeconds);
        if (m.feeAmount > 0) Coin(m.feeToken).transferFrom(m.signer, msg.sender, m.feeAmount);
        emit Called(address(this), m.value, m.callData, false);
    }
}

/// Meta-transactions of 0x with several fees (github.com/0xProject/protocol, MetaTransactionsFeatureV2.sol).
contract ProxyMetaWithFees is Signed {
    bytes32 private constant TYPE = keccak256(
        "MetaTransactionDataV2(address signer,address sender,uint256 expirationTimeSeconds,uint256 salt,bytes callData,address feeToken,MetaTransactionFeeData[] fees)MetaTransactionFeeData(address recipient,uint256 amount)"
    );
    bytes32 private constant FEE = keccak256("MetaTransactionFeeData(address recipient,uint256 amount)");

    struct Part {
        address recipient;
        uint256 amount;
    }

    struct Message {
        address signer;
        address sender;
        uint256 expirationTimeSeconds;
        uint256 salt;
        bytes callData;
        address feeToken;
        Part[] fees;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        bytes memory all;
        for (uint256 at = 0; at < m.fees.length; at++) {
            all = bytes.concat(all, keccak256(abi.encode(FEE, m.fees[at])));
        }
        return digest(
            keccak256(
                abi.encode(
                    TYPE,
                    m.signer,
                    m.sender,
                    m.expirationTimeSeconds,
                    m.salt,
                    keccak256(m.callData),
                    m.feeToken,
                    keccak256(all)
                )
            )
        );
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.signer, hashOf(m), signature);
        require(m.sender == address(0) || m.sender == msg.sender, "not the sender");
        inTime(m.expirationTimeSeconds);
        for (uint256 at = 0; at < m.fees.length; at++) {
            Coin(m.feeToken).transferFrom(m.signer, m.fees[at].recipient, m.fees[at].amount);
        }
        emit Called(address(this), 0, m.callData, false);
    }
}

/// Orders of Blur's first exchange (its contracts/lib/EIP712.sol); a matching policy may choose the item of a bid.
contract BlurOrders is Signed {
    bytes32 private constant TYPE = 0x376bfbc394a7ba7fdf10f224572cef371358e3053e362f4554fcd2ad56329b3f;
    bytes32 private constant FEE = keccak256("Fee(uint16 rate,address recipient)");

    struct Part {
        uint16 rate;
        address recipient;
    }

    struct Message {
        address trader;
        uint8 side;
        address matchingPolicy;
        address collection;
        uint256 tokenId;
        uint256 amount;
        address paymentToken;
        uint256 price;
        uint256 listingTime;
        uint256 expirationTime;
        Part[] fees;
        uint256 salt;
        bytes extraParams;
        uint256 nonce;
    }

    function hashOf(Message calldata m) public view returns (bytes32) {
        bytes memory all;
        for (uint256 at = 0; at < m.fees.length; at++) {
            all = bytes.concat(all, keccak256(abi.encode(FEE, m.fees[at])));
        }
        bytes memory first =
            abi.encode(TYPE, m.trader, m.side, m.matchingPolicy, m.collection, m.tokenId, m.amount, m.paymentToken);
        bytes memory middle = abi.encode(m.price, m.listingTime, m.expirationTime, keccak256(all));
        bytes memory last = abi.encode(m.salt, keccak256(m.extraParams), m.nonce);
        return digest(keccak256(bytes.concat(first, middle, last)));
    }

    function submit(Message calldata m, bytes calldata signature) external payable {
        check(m.trader, hashOf(m), signature);
        require(m.side < 2, "no side");
        require(m.listingTime < block.timestamp, "too early");
        inTime(m.expirationTime);
        uint256 net = m.price;
        for (uint256 at = 0; at < m.fees.length; at++) net -= (m.price * m.fees[at].rate) / 10_000;
        if (m.side == 0) {
            Coin(m.paymentToken).transferFrom(m.trader, msg.sender, m.price);
            hand(m.collection, msg.sender, m.trader, m.tokenId + 1, m.amount);
        } else {
            hand(m.collection, m.trader, msg.sender, m.tokenId, m.amount);
            pay(m.paymentToken, msg.sender, m.trader, net);
        }
    }
}

// Orders of Polymarket on Polygon (@polymarket/clob-client 5.8.1, src/config.ts and src/order-utils).
contract OutcomeOrders is Signed {
    bytes32 private constant TYPE = 0xa852566c4e14d00869b6db0220888a9090a13eccdaea03713ff0a3d27bf9767c;
    address private constant MONEY = 0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174;
    address private constant OUTCOMES = 0x4D97DCd97eC945f40cF65F87097ACe5EA0476045;

    struct Message {
        uint256 salt;
        address maker;
        address signer;
        address taker;
        uint256 tokenId;
        uint256 makerAmount;
        uint256 takerAmount;
        uint256 expiration;
        uint256 nonce;
        uint256 feeRateBps;
        uint8 side;
        uint8 signatureType;
    }

    function hashOf(Message calldata message) public view returns (bytes32) {
        return digest(keccak256(abi.encode(TYPE, message)));
    }

    function submit(Message calldata m, bytes calldata signature) external {
        check(m.signer, hashOf(m), signature);
        require(m.signer == m.maker && m.signatureType == 0, "not the maker");
        require(m.taker == address(0) || m.taker == msg.sender, "not the taker");
        require(m.side < 2 && m.feeRateBps <= 10_000, "no side");
        if (m.expiration != 0) inTime(m.expiration);
        uint256 net = m.takerAmount - (m.takerAmount * m.feeRateBps) / 10_000;
        if (m.side == 0) {
            Coin(MONEY).transferFrom(m.maker, msg.sender, m.makerAmount);
            hand(OUTCOMES, msg.sender, m.maker, m.tokenId, net);
        } else {
            hand(OUTCOMES, m.maker, msg.sender, m.tokenId, m.makerAmount);
            Coin(MONEY).transferFrom(msg.sender, m.maker, net);
        }
    }
}
