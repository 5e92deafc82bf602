import { POLICIES, type RoomHeader, type RoomKind } from '@doushouqi/protocol';
import { roomOfSnapshot } from '@doushouqi/room-client';
import { BLUE, OPENING, RED, snapshotOf } from '@doushouqi/room-client/testing';
import type { Side } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { abortText, forfeitTitle } from './abort-text.ts';
import { abortWarning, mayCancel } from './canceling.ts';

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

describe('a game of a tournament without a first move', () => {
  it.each<[string, Parameters<typeof aborted>, Side | null, string, string]>([
    ['the user who was late', ['arena', RED, 20_000], 'red', '你输了', '你 20 秒内没走第一步，本局判负'],
    ['the opponent', ['swiss', RED, 20_000], 'blue', '你赢了', '对方没走第一步，本局判你胜'],
    ['spectators', ['swiss', BLUE, 5_000], null, '红方胜', '蓝方没走第一步就退出，本局判负'],
  ])('is lost: to %s', (_, room, own, title, text) => {
    expect(forfeitTitle(aborted(...room), own)).toBe(title);
    expect(abortText(aborted(...room), own)).toBe(text);
  });

  it('cannot be canceled without a result', () => {
    const playing = (kind: RoomKind) => roomOfSnapshot(snapshotOf(1, [], { kind }))!;
    expect(mayCancel(playing('paired'), 'red')).toBe(true);
    expect(mayCancel(playing('arena'), 'red')).toBe(false);
    expect(forfeitTitle(aborted('paired', RED, 20_000), 'red')).toBeNull();
    expect(forfeitTitle(aborted('arena', null), 'red')).toBeNull();
  });
});
