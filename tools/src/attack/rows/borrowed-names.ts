import type { Attack } from '../attack.ts';
import { connect, sitDown } from '../bystanders.ts';

const NAMES = ['系统管理员', '加群 123456', '外挂'];

export const borrowedNames: Attack = {
  name: 'borrowed-names',
  what: `A player nudges under other names: ${NAMES.join(', ')}.`,
  aim: 'The opponent sees the name of the account.',
  async run(target) {
    const { platform, newAddress, register } = target;
    const { token } = await register('老实人');
    const venue = { url: platform.url, newAddress, tokenOf: target.tokenOf };
    const attacker = connect({ ...venue, tokenOf: () => token });
    const opponent = connect(venue);
    const roomId = await sitDown(venue, [attacker, opponent]);
    const heard = new Promise<string>((resolve) => {
      opponent.socket.once('buttonClicked', ({ nickname }) => resolve(nickname));
    });
    for (const nickname of NAMES) attacker.socket.emit('buttonClick', { roomId, nickname });
    const name = await heard;
    for (const { socket } of [attacker, opponent]) socket.disconnect();
    return { figures: { 'name seen': name }, holds: name === '老实人' };
  },
};
