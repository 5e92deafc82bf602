import { type MoveFault, PIECE_LETTERS, type PieceType, type StepFault } from '@doushouqi/rules';
import { CLIENT_ERRORS } from './client-errors.ts';

/** Messages that replace the one of `ILLEGAL_MOVE` if the position is known. */
const TEXTS: Record<StepFault, (mover: string, other: string) => string> = {
  NO_STEP: () => '要走到别的格子',
  OWN_PIECE: () => '不能吃自己的棋',
  OWN_DEN: () => '不能进自己的兽穴',
  DIAGONAL: () => '不能斜走，只能横走或竖走一格',
  TOO_FAR: (mover) => (isLeaper(mover) ? `${mover}只能走一格，或跳过河` : '只能走一格'),
  INTO_RIVER: (mover) => (isLeaper(mover) ? `${mover}不能下河，只能跳过河` : `${mover}不能下河`),
  LEAP_BLOCKED: () => '河里有鼠，跳不过去',
  CAPTURE_FROM_RIVER: (_, other) => `鼠在河里，吃不了岸上的${other}`,
  CAPTURE_INTO_RIVER: () => '鼠在岸上，吃不了河里的鼠',
  ELEPHANT_TAKES_RAT: () => '象吃不了鼠',
  OUTRANKED: (mover, other) => `对方的${other}比${mover}大，吃不了`,
};

function isLeaper(letter: string): boolean {
  return letter === '狮' || letter === '虎';
}

function letterOf(type: PieceType | null | undefined): string {
  return type ? PIECE_LETTERS[type - 1]! : '';
}

function isStepFault(code: MoveFault['code']): code is StepFault {
  return Object.hasOwn(TEXTS, code);
}

/** Returns the Chinese message for a move that cannot be played, such as `猫不能下河`. Pure. */
export function moveFaultText({ code, piece, blockers }: MoveFault): string {
  if (!isStepFault(code)) return CLIENT_ERRORS[code].message;
  return TEXTS[code](letterOf(piece), letterOf(blockers[0]?.type));
}
