import { HOUSE_BOTS } from '@doushouqi/protocol';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack } from '../attack.ts';
import { outcome } from '../outcome.ts';

export const botAccount: Attack = {
  name: 'bot-account',
  what: 'A stranger logs in as a house bot, registers its name and asks for its token; with a token of a bot, enters the rated queue.',
  aim: 'Each is refused: only the bot service has a token, and bots never play with a stake.',
  async run({ platform: { url }, newAddress, register, tokenOf }) {
    const { _id, username, level } = HOUSE_BOTS[4]!;
    const stranger = apiFrom(url, newAddress(), null);
    const guesses = ['password', username, _id, 'correct horse'];
    const logins = await Promise.all(
      guesses.map((password) => outcome(stranger.login({ body: { username, password } }))),
    );
    const password = 'correct horse';
    const form = { username, nickname: '机关', password, confirmPassword: password };
    const registered = await outcome(stranger.register({ body: form }));
    const { token } = await register('问令牌');
    const asked = await Promise.all(
      ['/internal/bots/session', '/api/internal/bots/session'].map(async (path) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const body = JSON.stringify({ level });
        return (await fetch(`${url}${path}`, { method: 'POST', headers, body })).status;
      }),
    );
    const leaked = apiFrom(url, newAddress(), tokenOf(_id));
    const rated = { initial: 5, increment: 3, rated: true };
    const joined = await outcome(leaked.joinPairing({ body: rated }));
    const challenged = await outcome(leaked.createChallenge({ body: rated }));
    const figures = {
      logins: logins.map(String).join(', '),
      registration: String(registered),
      'token route': asked.join(', '),
      'rated queue': String(joined),
      'rated challenge': String(challenged),
    };
    const holds =
      logins.every((code) => code === 'LOGIN_FAILED') &&
      registered === 'INVALID_INPUT' &&
      asked.every((status) => status >= 400) &&
      joined === 'NOT_FOR_BOTS' &&
      challenged === 'NOT_FOR_BOTS';
    return { figures, holds };
  },
};
