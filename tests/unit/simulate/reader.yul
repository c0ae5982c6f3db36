// Source of the code in lib/simulate/reader.ts. It asks contracts by STATICCALL, so that an answer changes
// nothing, with little gas each, so that one cannot use up the others'. Input: for each read the contract (20
// bytes), the most bytes that are wanted and the bytes of data (2 each), the data; with contract 0 the data
// are an account whose balance is asked. Output: for each read a word (top bit: 1 if it answered; below: how
// many bytes) and as many bytes as were wanted.
object "Reader" {
  code {
    datacopy(0, dataoffset("runtime"), datasize("runtime"))
    return(0, datasize("runtime"))
  }
  object "runtime" {
    code {
      let at := 0
      let out := 0x400
      for {} lt(at, calldatasize()) {} {
        let head := calldataload(at)
        let most := and(shr(80, head), 0xffff)
        let length := and(shr(64, head), 0xffff)
        at := add(at, 24)
        let target := shr(96, head)
        switch target
        case 0 {
          mstore(out, or(shl(255, 1), 32))
          mstore(add(out, 32), balance(shr(96, calldataload(at))))
        }
        default {
          calldatacopy(0, at, length)
          let answered := staticcall(200000, target, 0, length, 0, 0)
          let size := returndatasize()
          mstore(out, or(shl(255, answered), size))
          if gt(size, most) { size := most }
          returndatacopy(add(out, 32), 0, size)
        }
        at := add(at, length)
        out := add(out, add(32, most))
      }
      return(0x400, sub(out, 0x400))
    }
  }
}
