// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Coins {
    function decimals() external view returns (uint8);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Changes one dollar for another, less 0.1 %, by the function of Uniswap's SwapRouter02.
contract ParRouter {
    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    function exactInputSingle(ExactInputSingleParams calldata params)
        external
        payable
        returns (uint256 amountOut)
    {
        Coins to = Coins(params.tokenOut);
        Coins from = Coins(params.tokenIn);
        amountOut = (params.amountIn * 999 * 10 ** to.decimals()) / (1000 * 10 ** from.decimals());
        require(amountOut >= params.amountOutMinimum, "Too little received");
        from.transferFrom(msg.sender, address(this), params.amountIn);
        to.transfer(params.recipient, amountOut);
    }
}
