// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Token} from "./Token.sol";

/// Pays two whole tokens out of its own reserves for each one it takes in.
contract Swap {
    event Swapped(address indexed trader, address tokenIn, address tokenOut, uint256 amountIn, uint256 out);

    error TooLittleReceived(uint256 out, uint256 minOut);

    function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut)
        external
        returns (uint256 out)
    {
        out = quote(tokenIn, tokenOut, amountIn);
        if (out < minOut) revert TooLittleReceived(out, minOut);
        Token(tokenIn).transferFrom(msg.sender, address(this), amountIn);
        Token(tokenOut).transfer(msg.sender, out);
        emit Swapped(msg.sender, tokenIn, tokenOut, amountIn, out);
    }

    function quote(address tokenIn, address tokenOut, uint256 amountIn) public view returns (uint256) {
        return (amountIn * 2 * 10 ** Token(tokenOut).decimals()) / 10 ** Token(tokenIn).decimals();
    }
}
