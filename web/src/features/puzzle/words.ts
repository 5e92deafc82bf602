import type { PuzzleResult, PuzzleView } from '@doushouqi/protocol';
import { type GameMove, gameMoves, type Piece, pieceAt, positionOf } from '@doushouqi/rules';
import { squareName } from '../../board/geometry.ts';
import { pieceName } from '../../board/labels.ts';
import { t as boardText } from '../../board/texts.ts';
import { animalOf } from '../../game/board-model.ts';
import { counted, timeText } from '../../shared/school/words.ts';
import { signed } from '../../ui/format.ts';
import { t as uiText } from '../../ui/texts.ts';
import type { PuzzleState, Wrong } from './puzzle-state.ts';
import { t } from './texts.ts';

/** 红虎 */
function nameOf({ side, type }: Piece): string {
  return pieceName({ side, animal: animalOf(type) });
}

export function sideName(side: 'red' | 'blue'): string {
  return boardText(`sideName.${side}`);
}

/** Returns the title and the text about a wrong move. */
export function wrongTexts({ reply }: Wrong, mover: Piece | null): { title: string; text: string } {
  if (!reply) return { title: t('wrong.none'), text: t('wrong.noneText') };
  const { kind, move, piece, victim } = reply;
  const values = {
    from: squareName(move.from),
    to: squareName(move.to),
    piece: nameOf(piece),
    victim: victim ? nameOf(victim) : '',
  };
  const text = t(`wrong.${kind}Text`, values);
  if (kind !== 'mover' || !mover) return { title: t(`wrong.${kind === 'mover' ? 'none' : kind}`), text };
  const animals = {
    mover: uiText(`animal.${animalOf(mover.type)}`),
    animal: uiText(`animal.${animalOf(piece.type)}`),
  };
  return { title: t('wrong.mover', animals), text };
}

/** Returns the piece of the last wrong move. */
export function moverOf({ game, wrong }: Pick<PuzzleState, 'game' | 'wrong'>): Piece | null {
  return wrong && pieceAt(positionOf(game), wrong.move.from);
}

/** `动一动 B3 的红虎` */
export function hintText({ game, hint }: Pick<PuzzleState, 'game' | 'hint'>): string {
  const piece = hint && pieceAt(positionOf(game), hint);
  return piece ? t('tip.hint', { square: squareName(hint), piece: nameOf(piece) }) : '';
}

/** `−7 题分` */
export function pointsText(points: number): string {
  return t('task.change', { points: signed(points) });
}

/** `一次走对 · 用时 0:41` */
export function doneText({ tries, isHinted, isSolved, result, since }: PuzzleState, now: number): string {
  const help =
    tries > 0
      ? t('done.tried', { count: tries + (isSolved ? 1 : 0) })
      : isHinted
        ? t('done.hinted')
        : isSolved
          ? t('done.atOnce')
          : null;
  const time = t('done.time', { time: timeText(result?.tookMs ?? now - since) });
  return [help, time].filter(Boolean).join(t('join'));
}

/** `解开了，一次走对 · 用时 0:41` */
export function resultText(state: PuzzleState, now: number): string {
  return t(state.isSolved ? 'done.solved' : 'done.shown') + boardText('join') + doneText(state, now);
}

/** `4831 人，41% 一次解开` */
export function playsText({ plays, solvedAtOnce }: Pick<PuzzleResult, 'plays' | 'solvedAtOnce'>): string {
  if (solvedAtOnce === null) return t('facts.playsOnly', { plays });
  return t('facts.playsText', { plays, share: Math.round(solvedAtOnce * 100) });
}

/** `1612 · 比你高 64`; the rating alone for a solver without one. */
export function ratingText(rating: number, own: number | null): string {
  if (own === null) return String(rating);
  const points = Math.abs(rating - own);
  if (points === 0) return t('facts.equal', { rating });
  return t(rating > own ? 'facts.higher' : 'facts.lower', { rating, points });
}

/** `跳河 · 入穴 · 四步` */
export function motifsText({ motifs }: Pick<PuzzleView, 'motifs'>, ownMoves: number): string {
  const names = motifs.map((motif) => t(`motif.${motif}`));
  return [...names, t('facts.moves', { count: counted(ownMoves) })].join(t('join'));
}

/** Returns the moves of the line; the first entry of the game is the opponent's move before it. */
export function lineOf({ full, game, own }: PuzzleState): readonly GameMove[] {
  const moves = gameMoves(full ?? game);
  return moves[0]?.side === own ? moves : moves.slice(1);
}
