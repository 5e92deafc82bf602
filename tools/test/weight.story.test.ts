import { afterAll, expect, it } from 'vitest';
import { overweight, startSubject } from '../src/phone/scenes.ts';

const subject = await startSubject();
afterAll(() => subject.stop());

it.each(['home, visitor', 'home, member', 'room, visitor'] as const)(
  'loads no more than the limit on a phone with an empty cache: %s',
  async (scene) => {
    expect(overweight(scene, await subject.visit(scene))).toEqual([]);
  },
);
