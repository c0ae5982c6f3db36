import type { Standard } from '../standard'
import { oneInch, zeroEx } from './aggregators'
import { erc20, erc2612, erc3009 } from './erc20'
import { executors } from './executors'
import { erc1155, erc6909, erc721, operators } from './items'
import { multicall3Standard, selfMulticall } from './multicalls'
import { permit2Standard } from './permit2'
import { rightGivers } from './rightGivers'
import { aerodrome, plainSwap, routersV2 } from './routersV2'
import { periphery, routersV3 } from './routersV3'
import { universalRouter } from './universalRouter'
import { erc4626, weth } from './vaults'
import { connector, safes } from './wrappers'

/** Every known function, by its standard or contract. No selector is in two of them. */
export const standards: readonly Standard[] = [
  erc20,
  erc2612,
  erc3009,
  erc721,
  erc1155,
  operators,
  ...rightGivers,
  erc6909,
  permit2Standard,
  weth,
  erc4626,
  selfMulticall,
  multicall3Standard,
  executors,
  connector,
  safes,
  universalRouter,
  routersV2,
  routersV3,
  periphery,
  aerodrome,
  oneInch,
  zeroEx,
  plainSwap,
]
