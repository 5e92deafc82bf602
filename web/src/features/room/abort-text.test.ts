import { POLICIES, type RoomHeader, type RoomKind } from '@doushouqi/protocol';
import { roomOfSnapshot } from '@doushouqi/room-client';
import { BLUE, OPENING, RED, snapshotOf } from '@doushouqi/room-client/testing';
import type { Side } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { abortText, abortWarning } from './abort-text.ts';

/** A room whose game was aborted by a player who used this time (ms) for the first move. */
function aborted(kind: RoomKind, abortedBy: string | null, used = 0, plies = abortedBy === BLUE ? 1 : 0) {
  const left = {
    red: 300_000,
    blue: 300_000,
    ...(abortedBy && { [abortedBy === RED ? 'red' : 'blue']: 300_000 - used }),
  };
  const header: Partial<RoomHeader> = { kind, status: 'aborted', abortedBy, timeLeft: left };
  return roomOfSnapshot(snapshotOf(1, OPENING.slice(0, plies), header))!;
}

const BOT_SECONDS = POLICIES.bot.firstMoveTime! / 1000;

describe('an aborted game says who ended it, and why', () => {
  it.each<[string, Parameters<typeof aborted>, Side | null, string]>([
    ['to the user who was late', ['paired', RED, 20_000], 'red', '你 20 秒内没走第一步，对局取消'],
    [
      'against a bot, which waits longer',
      ['bot', RED, BOT_SECONDS * 1000],
      'red',
      `你 ${BOT_SECONDS} 秒内没走第一步，对局取消`,
    ],
    ['to the opponent', ['rated', BLUE, 21_000], 'red', '对方没走第一步，对局取消'],
    ['to spectators', ['rated', BLUE, 21_000], null, '蓝方没走第一步，对局取消'],
    ['to the user who gave up', ['paired', RED, 5_000], 'red', '你取消了对局，不分胜负'],
    ['to the opponent of the user who gave up', ['paired', BLUE, 5_000], 'red', '对方取消了对局，不分胜负'],
    [
      'after the first moves, whatever the last one took',
      ['bot', RED, 90_000, 4],
      'red',
      '你取消了对局，不分胜负',
    ],
    ['when both left', ['casual', null, 0, 6], 'red', '双方都离开了，不分胜负'],
  ])('%s', (_, room, own, text) => {
    expect(abortText(aborted(...room), own)).toBe(text);
  });
});

it('warns of the pause only where people are left waiting', () => {
  expect(abortWarning(aborted('paired', null))).toContain('暂停匹配');
  expect(abortWarning(aborted('bot', null))).not.toContain('暂停');
});
