import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DESKTOP, startWorld } from '@doushouqi/e2e';
import { DEVICE_SCREENS } from './device-screens.ts';
import { GUEST_SCREENS } from './guest-screens.ts';
import { type Order, photograph } from './photos.ts';
import { RANKED_SCREENS } from './ranked-screens.ts';
import { SCREENS } from './screens.ts';
import { makeSheet } from './sheet.ts';
import { MODES, SIZES } from './sizes.ts';
import { Stage } from './stage.ts';

/**
 * `npm run look -- DIR [--screens room-playing,login] [--sizes 844x390] [--modes dark] [--list]`: pictures of every
 * screen at every size in light and dark mode, a contact sheet per screen, and automatic complaints (also in
 * DIR/complaints.txt). The web must be built.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    screens: { type: 'string' },
    sizes: { type: 'string' },
    modes: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const ALL_SCREENS = [...SCREENS, ...DEVICE_SCREENS, ...GUEST_SCREENS, ...RANKED_SCREENS];

/** Returns the items of `all` whose names begin with one of `names`; all without `names`. */
function chosen<T>(all: readonly T[], names: string | undefined, nameOf: (one: T) => string): T[] {
  const wanted = names?.split(',');
  const found = all.filter((one) => !wanted || wanted.some((name) => nameOf(one).startsWith(name)));
  if (found.length > 0) return found;
  console.error(`there is no ${names}; there are: ${all.map(nameOf).join(' ')}`);
  process.exit(1);
}

const [target] = positionals;
if (values.list || target === undefined) {
  console.log(ALL_SCREENS.map(({ name }) => name).join('\n'));
  if (!values.list) console.error('usage: npm run look -- DIR [--screens …] [--sizes …] [--modes …]');
  process.exit(values.list ? 0 : 1);
}
const screens = chosen(ALL_SCREENS, values.screens, ({ name }) => name);
const order: Order = {
  folder: resolve(target),
  sizes: chosen(SIZES, values.sizes, ({ name }) => name),
  modes: chosen(MODES, values.modes, (mode) => mode),
};

await mkdir(order.folder, { recursive: true });
const world = await startWorld();
const stage = new Stage(world);
const complaints: string[] = [];
try {
  const table = await world.visitor(DESKTOP);
  for (const screen of screens) {
    const begun = Date.now();
    try {
      const shoot = await photograph(world, stage, screen, order);
      complaints.push(...shoot.complaints);
      await makeSheet(table.page, order.folder, screen.name, shoot.photos);
    } catch (error) {
      complaints.push(`${screen.name}: no pictures: ${String(error).split('\n')[0]}`);
    }
    console.error(`${screen.name}  ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
  }
} finally {
  stage.close();
  await world.stop();
}
await writeFile(join(order.folder, 'complaints.txt'), complaints.map((line) => `${line}\n`).join(''));
console.log(complaints.join('\n'));
console.log(`${complaints.length} complaints; pictures and sheets in ${order.folder}`);
