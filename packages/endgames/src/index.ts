/** The levels of the endgame school: data, stored solutions, stars, opening, replay. */
export {
  type Attempt,
  beginAttempt,
  isOwnTurn,
  isReached,
  MOST_MOVES,
  ownMoves,
  type Tried,
  takeBack,
  tryMove,
  withMove,
} from './attempt.ts';
export { HINTS } from './hints.ts';
export {
  CHAPTERS,
  type Chapter,
  LEVEL_RULES,
  LEVELS_OF_CHAPTER,
  type Level,
  movesOf,
  numberOf,
  startOf,
} from './level.ts';
export { LEVELS } from './levels.ts';
export {
  currentLevel,
  formatProgress,
  isLevelOpen,
  levelAfter,
  levelOf,
  levelsOf,
  MOST_STARS,
  type Progress,
  parseProgress,
  STARS_TO_OPEN,
  solvedLevels,
  starsMissing,
  starsOf,
  totalStars,
  withStars,
} from './progress.ts';
export {
  type ClaimedResult,
  REPLAY_ERRORS,
  type ReplayError,
  type VerifiedResult,
  verifyResult,
} from './replay.ts';
export { bestChoice, type Choice, type GoodChoice, readSolution, type Solution } from './solution.ts';
export { earnedStars, movesForTwo, type Stars, starsInReach } from './stars.ts';
export { CHAPTER_LEADS, CHAPTER_TITLES, LEVEL_TITLES } from './titles.ts';
