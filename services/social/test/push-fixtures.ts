import type { ApiClient, PushJob, PushKinds } from '@doushouqi/protocol';
import { createRoomStore } from '@doushouqi/room-core';
import { apiFrom, signTestToken, startPushSink, type TestUser } from '@doushouqi/service-kit/testing';
import { afterAll, beforeEach } from 'vitest';
import { towards } from '../src/models.ts';
import { callDevices } from '../src/push/call-devices.ts';
import { testSocial } from './fixtures.ts';

/** All kinds of calls. */
export const ALL: PushKinds = {
  ...{ turn: true, invitation: true, challenge: true, friendRequest: true, message: true },
  tournament: true,
};

/** Starts the service beside a push service, with two users; both are empty before each test. */
export async function testPush() {
  const sink = await startPushSink();
  const social = await testSocial({ env: { PUSH_HOSTS: sink.origin } });
  const rooms = createRoomStore(social.context.redis);
  const [ann, bob] = [await social.user(1), await social.user(2)];
  /** The reminders that auth was asked to mail. */
  const mailed: object[] = [];
  const context = {
    ...social.context,
    mailReminder: async (reminder: object) => void mailed.push(reminder),
  };
  afterAll(() => sink.stop());
  beforeEach(async () => {
    await social.clear();
    sink.received.length = 0;
    mailed.length = 0;
    sink.reply.status = 201;
    delete sink.reply.location;
    // A message of Ann’s that Bob has not read.
    await social.context.unread.create({ _id: towards(bob.id, ann.id), other: ann.id, count: 1 });
  });

  /** Logs a user in on another device. */
  function deviceOf({ id }: TestUser, sessionId: string): ApiClient {
    return apiFrom(social.url, undefined, signTestToken(id, social.keys.privateKey, { sessionId }));
  }
  async function subscribe(api: ApiClient, kinds: Partial<PushKinds> = {}) {
    const subscription = sink.subscribe();
    await api.setPush({ body: { ...subscription, kinds: { ...ALL, ...kinds } } });
    return subscription;
  }
  function show(api: ApiClient, visible: boolean) {
    return api.heartbeat({ body: { currentPath: '/', visible } });
  }
  /** Calls now, and returns who may be reached later. */
  function call(job: PushJob, { at = social.clock.now, now = social.clock.now } = {}) {
    return callDevices(context, job, { at, now, requestId: 'test' });
  }
  const message: PushJob = { kind: 'message', userId: bob.id, fromId: ann.id };
  return { sink, social, rooms, ann, bob, mailed, deviceOf, subscribe, show, call, message };
}
