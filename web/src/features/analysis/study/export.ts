import { toWireWinner } from '@doushouqi/protocol';
import { formatGameText, formatRecord, nodeAt, outcome, ruleSetOf, startFen } from '@doushouqi/rules';
import { mainPath, type Study } from './study.ts';

/** Export of games. Pure. */

/** Returns the game with branches, comments, drawings and times as text. */
export function textOfStudy({ headers, tree, times }: Study): string {
  return formatGameText({ headers, tree, times });
}

/** Returns the main line alone, in the export format of the history. */
export function jsonOfStudy({ headers, tree, times }: Study): string {
  const game = nodeAt(tree, mainPath(tree))?.game ?? tree.root.game;
  const { winner, endReason } = outcome(game);
  const one = {
    type: 'local',
    players: { red: { nickname: headers.Red ?? '' }, blue: { nickname: headers.Blue ?? '' } },
    ruleSet: ruleSetOf(game),
    start: startFen(game),
    record: formatRecord(game),
    winner: toWireWinner(winner),
    endReason,
    moveTimes: momentsOf(times),
  };
  return JSON.stringify({ games: [one] }, null, 2);
}

/** Returns the time of each move in ms since the start; empty if a time is unknown. */
function momentsOf(times: Study['times']): number[] {
  let now = 0;
  const moments: number[] = [];
  for (const seconds of times) {
    if (seconds === null) return [];
    now += Math.round(seconds * 1000);
    moments.push(now);
  }
  return moments;
}
