import { apiFrom, createAuthenticator } from '@doushouqi/service-kit/testing';
import type { Attack, Target } from '../attack.ts';
import { linksTo, linkTo } from '../mails.ts';
import { outcome } from '../outcome.ts';
import { DEFENSES, type Defense, ownBox, type Stolen, stealAccount, verifyAddress } from '../theft.ts';

const PASSWORD = 'thief’s own horse';
const SITE = 'qi.example.test';

/** Adds ways in as the thief; returns how each is used, resolving to whether it opened the account. */
async function addWays(target: Target, { thief, username, password }: Stolen, defense: Defense) {
  const { platform, newAddress, mails } = target;
  const visitor = () => apiFrom(platform.url, newAddress(), null);
  const authenticator = createAuthenticator(SITE, `https://${SITE}`);
  const { challenge } = await thief.askNewPasskey({ body: { password } });
  await thief.addPasskey({ body: { response: authenticator.make(challenge) } });
  const uses: Record<string, () => Promise<boolean>> = {
    async passkey() {
      const asked = await visitor().askPasskey();
      const response = authenticator.answer(asked.challenge);
      return typeof (await outcome(visitor().logInByPasskey({ body: { response } }))) !== 'string';
    },
  };
  // They would replace those by which the owner recovers.
  if (defense !== 'recovery') {
    const { recoveryCodes } = await thief.renewRecoveryCodes({ body: { password } });
    uses.codes = async () => {
      const body = { username, code: recoveryCodes[0]!, password: PASSWORD, confirmPassword: PASSWORD };
      return typeof (await outcome(visitor().recover({ body }))) !== 'string';
    };
  }
  if (defense !== 'reset') {
    const box = `thief-of-${username}@example.test`;
    await thief.setEmail({ body: { email: box, password } });
    await visitor().verifyEmail({ body: { token: await linkTo(mails, box, 0) } });
    uses.email = async () => {
      await visitor().askForReset({ body: { username } });
      // A later e-mail to another account: the one before has been sent by then, if it is sent at all.
      const other = await stealAccount(target);
      await verifyAddress(target, other, ownBox(other.username));
      return linksTo(mails, box).length > 1;
    };
  }
  return uses;
}

export const thiefAdditions: Attack = {
  name: 'thief-additions',
  what: 'A thief with the password adds recovery codes, an address and a passkey; the owner changes the password, logs out other devices, recovers or resets; the thief uses what was added.',
  aim: 'Nothing that was added opens the account.',
  filesOfMachine: true,
  async run(target) {
    const figures: Record<string, string> = {};
    for (const defense of Object.keys(DEFENSES) as Defense[]) {
      const stolen = await stealAccount(target);
      if (defense === 'reset') await verifyAddress(target, stolen, ownBox(stolen.username));
      const uses = await addWays(target, stolen, defense);
      await DEFENSES[defense](target, stolen);
      const opened: string[] = [];
      // The codes come last: they would end the others.
      for (const name of ['passkey', 'email', 'codes']) if (await uses[name]?.()) opened.push(name);
      figures[defense] = opened.length === 0 ? 'nothing works' : `${opened.join(', ')} work`;
    }
    return { figures, holds: Object.values(figures).every((one) => one === 'nothing works') };
  },
};
