import { afterAll, expect, it } from 'vitest';
import { overweight } from '../src/bench-phone/report.ts';
import { startSubject } from '../src/bench-phone/scenes.ts';

const subject = await startSubject();
afterAll(() => subject.stop());

it.each(['home, visitor', 'home, member', 'room, visitor'] as const)(
  'loads no more than the limit on a phone with an empty cache: %s',
  async (scene) => {
    expect(overweight(scene, await subject.visit(scene))).toEqual([]);
  },
);
