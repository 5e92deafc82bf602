import { joinWorld } from '@doushouqi/e2e/join-world';
import { expect, it } from 'vitest';
import { createSubject, overweight } from '../src/phone/scenes.ts';

const subject = await createSubject(await joinWorld());

it.each(['home, visitor', 'home, member', 'room, visitor'] as const)(
  'loads no more than the limit on a phone with an empty cache: %s',
  async (scene) => {
    expect(overweight(scene, await subject.visit(scene))).toEqual([]);
  },
);
