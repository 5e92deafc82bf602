import { ERRORS } from '@doushouqi/protocol';
import {
  endGame,
  formatFen,
  lastMove,
  mainLine,
  newTree,
  outcome,
  type Piece,
  parseFen,
  pieces,
  positionOf,
  samePosition,
  startPosition,
  treeOfGame,
  turn,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGame, noted, played, playPicks } from '../../../../test/studies.ts';
import {
  type Analysis,
  firstMover,
  inMode,
  laidOut,
  newAnalysis,
  onStudy,
  placed,
  playedGame,
  removed,
  shownPosition,
  shownStudy,
  withFirstMover,
  withGame,
  withPosition,
} from './analysis.ts';
import { AnalysisGame } from './analysis-game.ts';
import { jsonOfStudy, textOfStudy } from './export.ts';
import { linkTo, readLink } from './links.ts';
import { readImport } from './read-import.ts';
import { formatAnalysis, parseAnalysis } from './saved.ts';
import {
  atPly,
  backToMain,
  branchCount,
  isBranch,
  lineOf,
  mainPath,
  moved,
  nodeOf,
  plyOf,
  promoted,
  stepped,
  studyOf,
  withoutBranch,
  withoutMove,
} from './study.ts';
import { treeRows } from './tree-rows.ts';

function value<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(String(result.error));
  return result.value;
}

const RAT: Piece = { type: 1, side: 'red', position: { x: 3, y: 4 } };
const CAT: Piece = { type: 2, side: 'red', position: { x: 3, y: 5 } };
const MAIN = '6,6-6,5 0,2-0,3 6,5-5,5';
/** Another answer of blue. */
const SIDE = '4,2-4,1 6,5-5,5';

/** The main line with its end shown. */
const main = played(studyOf(newTree()), MAIN);
/** A branch with its end shown. */
const side = played(atPly(main, 1), SIDE);

describe('setup', () => {
  test('starts with the start position and red to move', () => {
    const analysis = newAnalysis();
    expect(analysis.mode).toBe('setup');
    expect(samePosition(value(shownPosition(analysis)), startPosition())).toBe(true);
    expect(firstMover(analysis)).toBe('red');
  });

  test.each<[string, Piece, string]>([
    ['in a den', { ...CAT, position: { x: 3, y: 0 } }, 'IN_DEN'],
    ['a rat in a den', { ...RAT, position: { x: 3, y: 8 } }, 'IN_DEN'],
    ['in the river', { ...CAT, position: { x: 1, y: 4 } }, 'IN_RIVER'],
    ['on another piece', { ...CAT, position: { x: 0, y: 0 } }, 'OCCUPIED'],
    ['off the board', { ...CAT, position: { x: 7, y: 0 } }, 'OUT_OF_BOARD'],
  ])('refuses a piece %s', (_, piece, error) => {
    expect(placed(newAnalysis(), piece)).toEqual({ ok: false, error });
  });

  test('allows a rat in the river, moves and removes pieces, and empties the board', () => {
    const swum = value(placed(newAnalysis(), { ...RAT, position: { x: 1, y: 4 } }));
    expect(swum.setup.pieces).toHaveLength(16);
    expect(removed(swum, { x: 1, y: 4 }).setup.pieces).toHaveLength(15);
    const empty = laidOut(swum, 'empty');
    expect(shownPosition(empty)).toEqual({ ok: false, error: 'EMPTY' });
    expect(inMode(empty, 'play')).toEqual({ ok: false, error: 'EMPTY' });
    expect(laidOut(empty, 'start').setup).toEqual(newAnalysis().setup);
  });

  test('sets the first mover and plays from there', () => {
    const blue = value(withFirstMover(newAnalysis(), 'blue'));
    expect(firstMover(blue)).toBe('blue');
    const play = value(inMode(blue, 'play'));
    expect(turn(positionOf(nodeOf(play.play).game))).toBe('blue');
    expect(firstMover(value(withFirstMover(play, 'red')))).toBe('red');
    const begun = value(onStudy((study) => moved(study, { from: { x: 0, y: 2 }, to: { x: 0, y: 3 } }))(play));
    expect(value(withFirstMover(begun, 'blue'))).toBe(begun);
  });
});

describe('modes', () => {
  test('leaving play mode drops its record and keeps the board', () => {
    const play = value(inMode(newAnalysis(), 'play'));
    const begun = { ...play, play: played(play.play, MAIN) };
    const setup = value(inMode(begun, 'setup'));
    expect(setup.play.tree.moves).toBe(0);
    expect(value(shownPosition(setup))).toEqual(positionOf(nodeOf(main).game));
    expect(value(inMode(begun, 'notation')).play.tree.moves).toBe(0);
    expect(value(inMode(begun, 'play'))).toBe(begun);
  });

  test('notation keeps its game while other modes are used', () => {
    const analysis = withGame(newAnalysis(), side);
    const back = value(inMode(value(inMode(analysis, 'play')), 'notation'));
    expect(shownStudy(back)).toBe(side);
  });

  test('moves of play mode can become the game of notation mode', () => {
    const play = value(inMode(newAnalysis(), 'play'));
    const stored = playedGame({ ...play, play: main });
    expect([stored.mode, stored.notation.tree, stored.notation.path]).toEqual([
      'notation',
      main.tree,
      main.path,
    ]);
  });

  test('refuses a third repetition, and ends the game in the den', () => {
    const game = new AnalysisGame((code) => code, value(inMode(newAnalysis(), 'play')));
    const received: string[] = [];
    game.listen((notice) => received.push((notice.kind === 'refused' && notice.message) || ''));
    const there = ['0,6-0,5', '0,2-0,3', '0,5-0,6', '0,3-0,2'];
    const move = (text: string) => {
      const [from, to] = text.split('-').map((point) => ({ x: Number(point[0]), y: Number(point[2]) }));
      game.move(from!, to!);
    };
    for (let ply = 0; ply < 16; ply++) move(there[ply % 4]!);
    expect(received).toContain(ERRORS.THREEFOLD_REPETITION.message);
    const open = value(parseFen('7/3C3/7/7/7/7/7/7/c6 w'));
    game.set(withPosition(game.store.getState().analysis, open));
    game.act((analysis) => inMode(analysis, 'play'));
    move('3,1-3,0');
    expect(outcome(game.store.getState().game)).toMatchObject({ winner: 'red', endReason: 'DEN_CAPTURED' });
    move('0,8-0,7');
    expect(received.at(-1)).toBe(ERRORS.GAME_OVER.message);
  });
});

describe('a study', () => {
  test('steps and jumps within its line', () => {
    expect([stepped(main, 'on').path, stepped(main, 'last').path]).toEqual([main.path, main.path]);
    expect(plyOf(stepped(main, 'back').path)).toBe(2);
    expect(stepped(stepped(main, 'first'), 'back').path).toBe('');
    expect([plyOf(atPly(main, 2).path), plyOf(atPly(main, 99).path)]).toEqual([2, 3]);
    expect(lineOf(atPly(main, 0))).toBe(main.path);
  });

  test('opens a branch for a move within the game; it can be left, restored, promoted and deleted', () => {
    expect([isBranch(main), isBranch(side)]).toEqual([false, true]);
    expect([main, side, played(atPly(side, 2), '0,6-0,5')].map(({ tree }) => branchCount(tree))).toEqual([
      0, 1, 2,
    ]);
    expect(mainPath(side.tree)).toBe(main.path);
    const back = backToMain(side);
    expect([plyOf(back.path), isBranch(back)]).toEqual([1, false]);
    expect(mainPath(value(promoted(side)).tree)).toBe(side.path);
    const cut = value(withoutBranch(side));
    expect([cut.tree.moves, cut.path]).toEqual([3, back.path]);
    expect(mainPath(value(withoutMove(main)).tree)).toBe(main.path.slice(0, 8));
  });

  test('keeps times while the moves are the same', () => {
    const timed = { ...side, times: [1, 2, 3] };
    expect(value(promoted(timed)).times).toEqual([1]);
    expect(value(withoutBranch(timed)).times).toEqual([1, 2, 3]);
  });

  test('continues a resigned game', () => {
    const over = endGame(playPicks([1, 2, 3]), 'red', 'SURRENDER');
    const game = new AnalysisGame((code) => code, withGame(newAnalysis(), studyOf(treeOfGame(over))));
    game.act(onStudy((study) => stepped(study, 'last')));
    expect(outcome(game.store.getState().game).winner).toBe(null);
  });
});

describe('the list of moves', () => {
  const spell = (path: string) => plyOf(path);

  test('shows rounds, and branches under the move that they replace', () => {
    const deep = played(atPly(side, 2), '0,6-0,5');
    const rows = treeRows(noted(deep, '好').tree);
    expect(
      rows.map(({ number, red, blue }) => [number, red && spell(red.path), blue && spell(blue.path)]),
    ).toEqual([
      [1, 1, 2],
      [2, 3, null],
    ]);
    const text = rows[0]!.branches.map((moves) =>
      moves.map(
        ({ before, number, after, noted: isNoted }) => `${before}${number}${isNoted ? '!' : ''}${after}`,
      ),
    );
    expect(text).toEqual([['1…', '2.', '（2.!）']]);
  });

  test('begins with an empty place if blue moves first', () => {
    const start = value(parseFen('l6/7/7/7/7/7/7/7/2C4 b'));
    const rows = treeRows(played(studyOf(newTree(undefined, start)), '0,0-0,1 2,8-2,7 0,1-0,2').tree);
    expect(rows.map(({ red, blue }) => [red?.number ?? null, blue?.move.side ?? null])).toEqual([
      [null, 'blue'],
      ['2.', 'blue'],
    ]);
  });

  test('contains every move of any tree once', () => {
    fc.assert(
      fc.property(
        anyGame,
        fc.array(fc.tuple(fc.nat(60), fc.array(fc.nat(31), { maxLength: 6 })), { maxLength: 6 }),
        (game, sides) => {
          let study = studyOf(treeOfGame(game));
          for (const [ply, picks] of sides) {
            let at = atPly(study, ply);
            for (const pick of picks) {
              const line = playPicks([pick], nodeOf(at).game);
              const move = lastMove(line);
              const next = move && line !== nodeOf(at).game ? moved(at, move) : null;
              if (next?.ok) at = next.value;
            }
            study = { ...at, path: '' };
          }
          const rows = treeRows(study.tree);
          const listed = rows
            .flatMap(({ red, blue, branches }) => [red, blue, ...branches.flat()])
            .filter(Boolean);
          expect(new Set(listed.map((one) => one!.path)).size).toBe(study.tree.moves);
          expect(listed).toHaveLength(study.tree.moves);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('links', () => {
  test('open the same position, with the moves if they are few', () => {
    const link = readLink(new URLSearchParams(linkTo(side)));
    expect(link).toMatchObject({ kind: 'position', study: { path: side.path } });
    const long = { ...studyOf(treeOfGame(playPicks(Array.from({ length: 90 }, (_, i) => i)))) };
    const end = stepped(long, 'last');
    const far = readLink(new URLSearchParams(linkTo(end)));
    if (far.kind !== 'position') throw new Error(far.kind);
    expect(formatFen(positionOf(nodeOf(far.study).game))).toBe(formatFen(positionOf(nodeOf(end).game)));
  });

  test.each([
    ['', 'none'],
    ['other=1', 'none'],
    ['record=5f0000000000000000000001', 'record'],
    ['shared=abcdefghijklmnopqrst', 'shared'],
    ['game=7f3a-01_b', 'game'],
    ['record=1', 'bad'],
    ['game=../x', 'bad'],
    [`game=${'a'.repeat(65)}`, 'bad'],
    ['shared=../../x', 'bad'],
    ['fen=nonsense', 'bad'],
    [`fen=${'7/'.repeat(500)}`, 'bad'],
    ['line=0605', 'bad'],
    [`fen=${formatFen(startPosition())}&line=0603`, 'bad'],
    [`fen=${formatFen(startPosition())}&line=x`, 'bad'],
    [`fen=${formatFen(startPosition())}&line=${'0605'.repeat(9999)}`, 'bad'],
  ])('%.60s is %s', (query, kind) => {
    expect(readLink(new URLSearchParams(query)).kind).toBe(kind);
  });
});

describe('the stored analysis', () => {
  const anyAnalysis = fc.tuple(anyGame, fc.boolean()).map(([game, notation]): Analysis => {
    const setup = {
      pieces: pieces(positionOf(game)).filter(({ position: { x, y } }) => x !== 3 || y > 0),
      turn: 'blue' as const,
    };
    const study = stepped(studyOf(treeOfGame(game), { headers: { Red: '山君' } }), 'last');
    return { mode: notation ? 'notation' : 'play', setup, play: studyOf(newTree()), notation: study };
  });

  test('is restored', () => {
    fc.assert(
      fc.property(anyAnalysis, (analysis) => {
        const back = parseAnalysis(formatAnalysis(analysis)!)!;
        expect([back.mode, back.notation.path]).toEqual([analysis.mode, analysis.notation.path]);
        expect(mainLine(back.notation.tree)).toEqual(mainLine(analysis.notation.tree));
        expect(back.notation.headers.Red).toBe('山君');
      }),
      { numRuns: 60 },
    );
  });

  test('anything else is refused without a throw', () => {
    const stored = formatAnalysis(newAnalysis())!;
    const broken = fc.tuple(fc.nat(stored.length), fc.nat(5), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(broken, ([at, drop, put]) => {
        parseAnalysis(stored.slice(0, at) + put + stored.slice(at + drop));
      }),
      { numRuns: 300 },
    );
    for (const text of ['', 'null', '1', '[]', '{}', '{"mode":"play"}'])
      expect(parseAnalysis(text)).toBeNull();
  });
});

test('reads the text and JSON of a study', () => {
  const text = readImport(textOfStudy(noted(side, '好 {棋}')));
  expect(text.ok && text.value.kind === 'games' && text.value.games[0]!.tree.moves).toBe(side.tree.moves);
  const json = readImport(jsonOfStudy({ ...side, times: [1.5, 2, 0.25], headers: { Red: '山君' } }));
  if (!json.ok || json.value.kind !== 'games') throw new Error(JSON.stringify(json));
  expect(json.value.games[0]).toMatchObject({ times: [1.5, 2, 0.25], headers: { Red: '山君' } });
});
