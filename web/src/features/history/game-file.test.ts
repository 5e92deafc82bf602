import type { ExportedGame } from '@doushouqi/protocol';
import { exportedGame } from '@doushouqi/protocol/server';
import {
  DEFAULT_RULE_SET,
  endGame,
  formatFen,
  formatRecord,
  type Game,
  legalGameMoves,
  localRuleSet,
  mainLine,
  newGame,
  ONLINE_RULE_SET,
  outcome,
  parseFen,
  parseGameText,
  play,
  plyCount,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localRecord, playerOf, ratedRecord, recordOf } from '../../../test/records.ts';
import { allGamesFileName, FILE_FORMATS, gameFileName, gameTextOf } from './game-file.ts';
import { exportedOf, gameOf } from './record-source.ts';

const BLUE_FIRST = 't5l/7/7/7/7/7/7/7/T5E b';

function positionOf(fen: string | null) {
  const parsed = fen === null ? null : parseFen(fen);
  return parsed?.ok ? parsed.value : undefined;
}

function played(start: string | null, ruleSet: Game['ruleSet'], picks: readonly number[]): Game {
  return picks.reduce(
    (game, pick) => {
      const legal = legalGameMoves(game);
      const next = legal.length > 0 ? play(game, legal[pick % legal.length]!) : null;
      return next?.ok ? next.value : game;
    },
    newGame(ruleSet, positionOf(start)),
  );
}

/** Returns the seconds between moves. */
function thought(moveTimes: readonly number[]): number[] {
  return moveTimes.map((time, ply) => (time - (moveTimes[ply - 1] ?? 0)) / 1000);
}

const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });

/** Any game that the service may return. */
const games: fc.Arbitrary<ExportedGame> = fc
  .record({
    start: fc.constantFrom(null, BLUE_FIRST),
    ruleSet: fc.constantFrom(ONLINE_RULE_SET, DEFAULT_RULE_SET, localRuleSet({ sevenThree: true })),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 60 }),
    verdict: fc.constantFrom(null, 'SURRENDER', 'TIME_UP', 'DRAW_AGREED'),
    red: name,
    blue: name,
    comment: fc.option(fc.string({ unit: 'grapheme', maxLength: 200 })),
    times: fc.array(fc.nat(100_000), { minLength: 60, maxLength: 60 }),
  })
  .map(({ start, ruleSet, picks, verdict, red, blue, comment, times }) => {
    const open = played(start, ruleSet, picks);
    const game =
      verdict === null
        ? open
        : verdict === 'DRAW_AGREED'
          ? endGame(open, 'draw', verdict)
          : endGame(open, 'blue', verdict as 'SURRENDER');
    return {
      ...exportedOf(recordOf()),
      start,
      ruleSet,
      record: formatRecord(game),
      players: { red: playerOf(null, red, ''), blue: playerOf(null, blue, '') },
      comment,
      moveTimes: times.sort((a, b) => a - b).slice(0, plyCount(game)),
    };
  });

describe('a game as text', () => {
  it('has headers and the times of its moves', () => {
    const text = gameTextOf(exportedOf(recordOf({ changes: { favorites: [] } })));
    expect(text).toContain('[Event "联机对局"]\n[Date "2026.11.19"]\n[Red "山君"]\n[Blue "苍狼"]\n');
    expect(text).toContain('[TimeControl "300+3"]');
    expect(text).toContain('[RuleSet "online-1"]');
    expect(text).toContain('[Result "1-0"]\n[Termination "SURRENDER"]');
    expect(text).toContain('{[%t 3.5]}');
  });

  it("has the user's comment before the first move", () => {
    const favorites = [{ userId: 'a'.repeat(24), comment: '三步一气呵成' }];
    expect(gameTextOf(exportedOf(recordOf({ changes: { favorites } })))).toMatch(/\n\n\{三步一气呵成\} 1\. /);
  });

  it('names the kind of a game of this device', () => {
    const text = gameTextOf(exportedOf(localRecord()));
    expect(text).toContain('[Event "本地对局"]');
    expect(text).toContain('[TimeControl "-"]');
    const ai = gameTextOf(exportedOf(localRecord({ changes: { aiType: 'plain', aiLevel: 3 } })));
    expect(ai).toContain('[Event "人机对局"]');
  });

  it('is null if the record cannot be read', () => {
    expect(gameTextOf({ ...exportedOf(recordOf()), record: '00011x' })).toBeNull();
    expect(gameTextOf({ ...exportedOf(recordOf()), start: 'nothing' })).toBeNull();
  });

  it('restores the game, names, comment and times', () => {
    fc.assert(
      fc.property(games, (game) => {
        const parsed = parseGameText(gameTextOf(game)!);
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
        const { headers, tree, times } = parsed.value[0]!;
        const last = mainLine(tree).at(-1)!.game;
        expect({
          record: formatRecord(last),
          outcome: outcome(last),
          ruleSet: last.ruleSet,
          start: formatFen(last.start),
        }).toEqual({
          record: game.record,
          outcome: outcome(gameOf(game)!),
          ruleSet: game.ruleSet,
          start: formatFen(newGame(game.ruleSet, positionOf(game.start)).start),
        });
        expect(headers).toMatchObject({ Red: game.players.red.nickname, Blue: game.players.blue.nickname });
        expect(tree.root.comment).toBe(game.comment ?? '');
        expect(times).toEqual(thought(game.moveTimes));
      }),
      { numRuns: 200 },
    );
  });
});

describe('several games in one file', () => {
  const { text, json } = FILE_FORMATS;
  const two = [exportedOf(recordOf({ id: 1 })), exportedOf(localRecord({ id: 2 }))];

  it('form one text', () => {
    const parsed = parseGameText(text.whole(two.map((game) => text.part(game)!)));
    expect(parsed.ok && parsed.value.map(({ headers }) => headers.Event)).toEqual(['联机对局', '本地对局']);
  });

  it('form one JSON list with each game as the service returns it', () => {
    const file = JSON.parse(json.whole(two.map((game) => json.part(game))));
    expect(file).toEqual({ format: 'doushouqi-games', version: 1, games: two });
    for (const game of file.games) expect(exportedGame.parse(game)).toEqual(game);
  });

  it('may be an empty list', () => {
    expect(JSON.parse(json.whole([])).games).toEqual([]);
  });
});

describe('file names', () => {
  it.each([
    ['甲', '乙', '斗兽棋-2026-11-19-甲-乙.txt'],
    ['a/b\\c', '<乙>?', '斗兽棋-2026-11-19-a_b_c-_乙_.txt'],
    ['李 四', '..', '斗兽棋-2026-11-19-李_四-...txt'],
    ['\u202e甲', '🐯', '斗兽棋-2026-11-19-_甲-🐯.txt'],
  ])('%j against %j: %s', (red, blue, file) => {
    const players = { red: playerOf(null, red, ''), blue: playerOf(null, blue, '') };
    expect(gameFileName(exportedOf(recordOf({ changes: { players } })), 'text')).toBe(file);
  });

  it('contain the day for all games', () => {
    expect(allGamesFileName(new Date(2026, 0, 2).getTime(), 'json')).toBe('斗兽棋-2026-01-02-全部棋谱.json');
  });
});

it('contains both ratings before a rated game and their changes in the headers', () => {
  const text = gameTextOf(exportedOf(ratedRecord()));
  for (const line of [
    '[Event "排位对局"]',
    '[RedElo "1612"]',
    '[RedRatingDiff "+12"]',
    '[BlueElo "1580"]',
    '[BlueRatingDiff "-9"]',
  ])
    expect(text).toContain(line);
});
