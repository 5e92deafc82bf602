import { describe, expect, it } from 'vitest';
import { testLobby } from './fixtures.ts';

const lobby = await testLobby();
const { as, clock, logged } = lobby;

describe('the operators’ file', () => {
  const config = (changes: object = {}) =>
    JSON.stringify({ announcement: '欢迎', groupNumber: '123', ...changes });
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
});
