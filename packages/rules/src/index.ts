/** The rules of Dou Shou Qi, without DOM, clock, randomness and dependencies. */
export {
  denOf,
  HEIGHT,
  type Move,
  onBoard,
  otherSide,
  outranks,
  PIECE_NAMES,
  type Piece,
  type PieceName,
  type PieceType,
  type Point,
  SIDES,
  type Side,
  TERRAINS,
  type Terrain,
  terrainAt,
  trapOwner,
  trapsOf,
  WIDTH,
} from './board.ts';
export { explainMove, explainStep, type MoveFault, STEP_FAULTS, type StepFault } from './explain.ts';
export {
  checkMove,
  endGame,
  type Game,
  type GameMove,
  gameAfter,
  gameMoves,
  gamePositions,
  lastMove,
  legalGameMoves,
  MOVE_ERRORS,
  type MoveError,
  newGame,
  outcome,
  play,
  plyCount,
  positionOf,
  ruleSetOf,
  undo,
  withoutVerdict,
} from './game.ts';
export { isLegalMove, legalMoves } from './moves.ts';
export { type FenError, formatFen, parseFen, startFen } from './notation/fen.ts';
export { formatGameText, GAME_TEXT_LIMITS, type GameText } from './notation/gameText.ts';
export { type GameTextError, parseGameText } from './notation/gameTextReader.ts';
export { formatMove, formatMoveList, PIECE_LETTERS, parseMoveList, squareName } from './notation/moveList.ts';
export { type MoveInRow, type MoveRow, moveRows } from './notation/moveRows.ts';
export {
  formatPositionString,
  type PositionStringError,
  parsePositionString,
} from './notation/positionString.ts';
export { formatRecord, parseRecord } from './notation/record.ts';
export { dayOf, gameOfRecord, ownSideOf, RECORD_LENGTH } from './notation/recordedGame.ts';
export { formatStep, formatStepText, isSameMove, parseSteps, parseStepText } from './notation/steps.ts';
export {
  DRAW_VERDICTS,
  type DrawVerdict,
  END_REASONS,
  type EndReason,
  endReasonCode,
  FORFEIT_REASONS,
  type ForfeitReason,
  type Outcome,
  type Winner,
} from './outcome.ts';
export { perft } from './perft.ts';
export { type Position, pieceAt, pieces, samePosition, startPosition, turn } from './position.ts';
export { type ReplayError, type ReplayOptions, withResult } from './replay.ts';
export { err, ok, type Result } from './result.ts';
export {
  DEFAULT_RULE_SET,
  isRuleSetName,
  localRuleSet,
  ONLINE_RULE_SET,
  type RuleOptions,
  type RuleSetName,
  rulesOf,
} from './rule-set.ts';
export {
  placePiece,
  positionFromSetup,
  removePiece,
  SETUP_ERRORS,
  type Setup,
  type SetupError,
  setupOf,
} from './setup.ts';
export { type Arrow, type Mark, SHAPE_COLORS, type Shape, type ShapeColor } from './shapes.ts';
export {
  childrenOf,
  type GameTree,
  gameAt,
  lastPath,
  mainLine,
  newTree,
  nextPath,
  nodeAt,
  parentPath,
  parseTreePath,
  TREE_LIMITS,
  type TreeNode,
  type TreePath,
  treeOfGame,
} from './tree.ts';
export {
  deleteAt,
  playAt,
  promote,
  promoteToMainLine,
  setComment,
  setShapes,
  TREE_ERRORS,
  type TreeError,
} from './tree-edit.ts';
