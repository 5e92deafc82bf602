import { describe, expect, it } from 'vitest';
import { testLobby } from './fixtures.ts';

const lobby = await testLobby();
const { as, clock, logged, newUser } = lobby;

describe('the operators’ file', () => {
  const config = (changes: object = {}) =>
    JSON.stringify({ announcement: '欢迎', groupNumber: '123', tournaments: [], ...changes });
  const cup = (_id: string, from: number, to: number) => ({
    _id,
    name: '新春杯',
    startTime: clock.now + from,
    endTime: clock.now + to,
    timeControl: { initial: 5, increment: 3 },
  });
  const announced = async (which: 0 | 1 = 0) => (await as(null, which).getLobbyInfo()).announcement;

  it('is read by every process after a change', async () => {
    await lobby.writeConfig(config({ announcement: '今晚八点比赛' }));
    clock.now += 1_000;
    expect([await announced(0), await announced(1)]).toEqual(['今晚八点比赛', '今晚八点比赛']);
  });

  it('stays in effect while a change is invalid or the file is missing, with one log line each', async () => {
    await lobby.writeConfig(config({ announcement: '好的' }));
    expect(await announced()).toBe('好的');
    const complaints = () => logged().filter(({ level }) => level === 'error');
    for (const change of [() => lobby.writeConfig(config({ announcement: 5 })), lobby.removeConfig]) {
      await change();
      for (let n = 0; n < 3; n += 1) {
        clock.now += 1_000;
        expect(await announced()).toBe('好的');
      }
    }
    expect(complaints().map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^announcement: /),
      expect.stringMatching(/^ENOENT/),
    ]);
    await lobby.writeConfig(config({ announcement: '又好了' }));
    clock.now += 1_000;
    expect(await announced()).toBe('又好了');
  });

  it('lists upcoming tournaments, the next one first, then past ones', async () => {
    const tournaments = [cup('past', -9_000, -8_000), cup('next', 60_000, 90_000), cup('now', -5_000, 9_000)];
    await lobby.writeConfig(config({ tournaments: [...tournaments, cup('last', -7_000, -6_000)] }));
    clock.now += 1_000;
    const found = await as(newUser()).listTournaments();
    expect(found.map(({ _id }) => _id)).toEqual(['now', 'next', 'last', 'past']);
    expect(found[0]).toEqual({ ...tournaments[2], description: '', champion: null });
  });
});
