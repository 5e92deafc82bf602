import type { Tournament } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { ownEntry, swissInList, tournamentDetails } from '../../../test/tournaments.ts';
import { hasEntered, nextStep, ownTournament, shownTournament } from './next-step.ts';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;

function coming(minutes: number, changes: Partial<Tournament> = {}): Tournament {
  return swissInList({ phase: 'coming', round: 0, startsAt: NOW + minutes * MINUTE, ...changes });
}
const game = {
  gameId: 'g',
  roomId: 'g',
  color: 'red' as const,
  opponent: { _id: 'b'.repeat(24), nickname: '苍狼', avatar: 'wolf.png' },
  round: 4,
  at: NOW,
};

describe("the user's tournament", () => {
  it.each([
    ['a running one', [coming(5)], [swissInList({ id: 'r' })], 'r'],
    ['one within an hour', [coming(50, { id: 'far' }), coming(20, { id: 'near' })], [], 'near'],
    ['one within an hour before a paused one', [coming(5)], [swissInList({ id: 'p', mine: 'paused' })], 't1'],
    ['a paused one', [coming(90)], [swissInList({ id: 'p', mine: 'paused' })], 'p'],
    ['none of others', [coming(5, { mine: null })], [swissInList({ mine: 'left' })], undefined],
  ])('is %s', (_, first, running, id) => {
    expect(ownTournament({ coming: first, running }, NOW)?.id).toBe(id);
  });

  it('counts as entered before it is near', () => {
    expect(hasEntered({ coming: [coming(600)], running: [] })).toBe(true);
    expect(hasEntered({ coming: [], running: [swissInList({ mine: 'removed' })] })).toBe(false);
  });

  it('comes first on home, then a running one with most players, then the next one', () => {
    const others = [
      swissInList({ id: 'small', mine: null, players: 4 }),
      swissInList({ id: 'big', mine: null }),
    ];
    expect(shownTournament({ coming: [coming(5, { id: 'own' })], running: others }, NOW)?.id).toBe('own');
    expect(shownTournament({ coming: [], running: others }, NOW)?.id).toBe('big');
    const later = [coming(300, { id: 'later', mine: null }), coming(200, { id: 'next', mine: null })];
    expect(shownTournament({ coming: later, running: [] }, NOW)?.id).toBe('next');
  });
});

describe('the next step', () => {
  const start = { phase: 'coming', round: 0, startsAt: NOW + 30 * MINUTE } as const;
  const arena = { kind: 'arena', rounds: null, round: 0, endsAt: NOW + MINUTE } as const;
  it.each([
    ['the start', start, {}, { what: 'entered', until: NOW + 30 * MINUTE, isWaiting: false }],
    ['the start, soon', { ...start, startsAt: NOW + 9 * MINUTE }, {}, { what: 'entered', isWaiting: true }],
    ['the check-in', { ...start, checkInAt: NOW }, { isCheckedIn: false }, { what: 'checkIn' }],
    ['the start after the check-in', { ...start, checkInAt: NOW }, {}, { what: 'checkedIn' }],
    ['the next round', { nextAt: NOW + MINUTE }, {}, { what: 'round', until: NOW + MINUTE, isWaiting: true }],
    ['a round without the player', { nextAt: NOW }, { hasBye: true }, { what: 'bye', isWaiting: false }],
    ['the end of the round', { nextAt: null }, {}, { what: 'others', until: null }],
    ['the end of an arena', arena, {}, { what: 'arena', until: NOW + MINUTE }],
    ['the end of an arena without the player', arena, { status: 'paused' }, { what: 'paused' }],
  ] as const)('is %s', (_, changes, own, step) => {
    const entry = ownEntry({ isCheckedIn: true, ...own });
    const shown = { ...entry, isCheckedIn: 'checkInAt' in changes ? entry.isCheckedIn : false };
    expect(nextStep(tournamentDetails({ ...changes, own: shown }), NOW)).toMatchObject(step);
  });

  it.each([
    ['a game runs', {}, { game }],
    ['the player left', {}, { status: 'left' }],
    ['the player was removed', {}, { status: 'removed' }],
    ['it is over', { phase: 'finished' }, {}],
    ['the last round runs', { round: 7 }, {}],
    ['an arena only ends its games', { ...arena, endsAt: NOW }, {}],
  ] as const)('is none if %s', (_, changes, own) => {
    expect(nextStep(tournamentDetails({ ...changes, own: ownEntry(own) }), NOW)).toBeNull();
  });

  it('is none without an entry', () => {
    expect(nextStep(tournamentDetails({ own: null }), NOW)).toBeNull();
  });
});
