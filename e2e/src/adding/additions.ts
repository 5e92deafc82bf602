/**
 * One example of each kind of addition in `docs/adding.md`. The test applies them to a copy of the repository, one
 * after the other, and lists the files that change.
 */
export interface Addition {
  kind: string;
  /** Maximum number of files that an author may have to edit. */
  limit: number;
  /** The addition's own folder, whose files do not count. */
  folder?: string;
  /** New files by path. */
  files?: Record<string, string>;
  /** Edits of a file: the text to replace, and its replacement. */
  edits: readonly (readonly [path: string, found: string, replacement: string])[];
}

const PROTOCOL = 'packages/protocol/src';

const ROUTE: Addition = {
  kind: 'HTTP route',
  limit: 4,
  edits: [
    [
      `${PROTOCOL}/routes/lobby.ts`,
      `routesOf('lobby', {`,
      `routesOf('lobby', {
  countWords: {
    method: 'POST',
    path: '/lobby/words',
    auth: 'user',
    meaning: 'How many words a line has.',
    body: z.object({ content: writtenText(LOBBY_LENGTH) }),
    reply: z.object({ words: z.int() }),
  },`,
    ],
    [
      'services/lobby/src/messages.ts',
      'interface Speech',
      `/** Words between blanks. */
export function countWords(content: string): number {
  return content.split(/\\s+/).length;
}

interface Speech`,
    ],
    ['services/lobby/src/service.ts', 'import { listLobby,', 'import { countWords, listLobby,'],
    [
      'services/lobby/src/service.ts',
      '  route(app, ROUTES.getLobbyInfo,',
      `  route(app, ROUTES.countWords, {
    authorize: byUser(limits.message),
    handler: ({ body }) => ({ words: countWords(body.content) }),
  });

  route(app, ROUTES.getLobbyInfo,`,
    ],
  ],
};

const CLIENT_MESSAGE: Addition = {
  kind: 'Client message',
  limit: 4,
  edits: [
    [
      `${PROTOCOL}/socket/client-events.ts`,
      'export const CLIENT_EVENTS = {',
      `export const CLIENT_EVENTS = {
  raiseHand: {
    meaning: 'A player raises a hand.',
    message: inRoom,
    acknowledgement: answered<LeaveAck>(),
  },`,
    ],
    [
      'services/realtime/src/edge/handlers.ts',
      '    move: commands.move,',
      `    raiseHand: (socket, { roomId }) =>
      socket.rooms.has(gameRoom(roomId)) ? { ok: true } : { ok: false, ...errorBody('NOT_A_PLAYER') },
    move: commands.move,`,
    ],
    [
      'services/realtime/src/edge/handlers.ts',
      "import type { ClientAck, ClientEvent, ClientMessage } from '@doushouqi/protocol';",
      "import { type ClientAck, type ClientEvent, type ClientMessage, errorBody } from '@doushouqi/protocol';",
    ],
    [
      'web/src/features/room/online/room-connection.ts',
      '  showTable(): void {',
      `  raiseHand(): void {
    if (this.#socket?.connected) this.#socket.emit('raiseHand', { roomId: this.#deps.roomId });
  }

  showTable(): void {`,
    ],
  ],
};

const ROOM_EVENT: Addition = {
  kind: 'Room event',
  limit: 5,
  edits: [
    [
      `${PROTOCOL}/socket/server-events.ts`,
      'export const STREAM_EVENTS = {',
      `export const STREAM_EVENTS = {
  answerRead: signal<{ roomId: string; v: number; at: number; userId: string }>('A player has read an answer.'),`,
    ],
    ['packages/room/src/decide/offers.ts', 'unchanged, updated }', 'unchanged, updated, withEvents }'],
    [
      'packages/room/src/decide/offers.ts',
      'return room.header.lastAction ? updated(room, now, { lastAction: null }) : unchanged(room);',
      `const notice = { type: 'answerRead', roomId: room.id, v: room.v + 1, at: now, userId } as const;
  return ok(withEvents(room, [notice]));`,
    ],
    [
      'packages/room/src/view.ts',
      "    case 'unseen':",
      `    case 'answerRead': {
      const { v, userId: fromId, at: timestamp } = event;
      const line = { id: String(v), fromId, content: '已读', ply: view.header.ply, timestamp };
      return { ...view, v, chat: [...view.chat, line].slice(-CHAT_LINES) };
    }
    case 'unseen':`,
    ],
  ],
};

const PERSONAL_EVENT: Addition = {
  kind: 'Personal event',
  limit: 4,
  edits: [
    [
      `${PROTOCOL}/socket/server-events.ts`,
      'export const PERSONAL_EVENTS = {',
      `export const PERSONAL_EVENTS = {
  lookChanged: signal<{ userId: string }>('This user looks different.'),`,
    ],
    [
      'services/auth/src/commands/settings.ts',
      "    .notify([userId], { event: 'userChanged', payload: {} })",
      `    .notify([userId], { event: 'lookChanged', payload: { userId } })
    .then(() => notifier.notify([userId], { event: 'userChanged', payload: {} }))`,
    ],
    [
      'web/src/app/member.ts',
      "    realtime.onPersonal('userChanged', refreshUser),",
      `    realtime.onPersonal('userChanged', refreshUser),
    realtime.onPersonal('lookChanged', ({ userId }) => toast.info(userId)),`,
    ],
  ],
};

const SERVICE: Addition = {
  kind: 'Service',
  limit: 8,
  files: {
    [`${PROTOCOL}/routes/mail.ts`]: `import { z } from 'zod';
import { writtenText } from '../entities.ts';
import { routesOf } from '../http.ts';

export const mailRoutes = routesOf('mail', {
  sendLetter: {
    method: 'POST',
    path: '/letters',
    auth: 'user',
    meaning: 'Stores a letter.',
    body: z.object({ content: writtenText(100) }),
    reply: z.object({ letters: z.int() }),
    status: 201,
  },
});
`,
    'services/mail/package.json': `${JSON.stringify(
      {
        name: '@doushouqi/mail-service',
        description: 'letters',
        private: true,
        type: 'module',
        exports: {},
        dependencies: { '@doushouqi/protocol': '*', '@doushouqi/service-kit': '*', mongoose: '9.12.1' },
      },
      null,
      2,
    )}\n`,
    'services/mail/src/main.ts': `import { startService } from '@doushouqi/service-kit';
import { service } from './service.ts';

startService(service);
`,
    'services/mail/src/models.ts': `import { type Connection, type Model, Schema } from 'mongoose';

export interface Letter {
  userId: string;
  content: string;
}

const schema = new Schema<Letter>(
  { userId: { type: String, required: true }, content: { type: String, required: true } },
  { versionKey: false, autoIndex: false, autoCreate: false },
);
schema.index({ userId: 1 });

export async function openLetters(connection: Connection): Promise<{ letters: Model<Letter> }> {
  const letters = connection.model<Letter>('Letter', schema);
  await letters.createIndexes();
  return { letters };
}
`,
    'services/mail/src/service.ts': `import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, count, defineService, route } from '@doushouqi/service-kit';
import { openLetters } from './models.ts';

export const service = defineService({
  name: 'mail',
  environment: { LETTERS: count(5, 'Letters of a user in a minute.') },
  limits: (env) => ({ letters: env.LETTERS }),
  models: openLetters,
  open: () => ({}),
  routes(app, { letters, limits }) {
    route(app, ROUTES.sendLetter, {
      authorize: byUser(limits.letters),
      async handler({ user: { userId }, body: { content } }) {
        await letters.create({ userId, content });
        return { letters: await letters.countDocuments({ userId }) };
      },
    });
  },
});
`,
  },
  edits: [
    [
      `${PROTOCOL}/services.ts`,
      '\n} as const satisfies Record<string, ServiceDef>;',
      `
  mail: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth'],
    collections: { letters: ADDED },
    redis: { keys: ['limit:mail-*'], reads: TOKEN_STATE },
    size: SMALL,
  },
} as const satisfies Record<string, ServiceDef>;`,
    ],
    [`${PROTOCOL}/routes/index.ts`, '  ...lobbyRoutes,', '  ...lobbyRoutes,\n  ...mailRoutes,'],
    [
      `${PROTOCOL}/routes/index.ts`,
      'import { pairingRoutes }',
      "import { mailRoutes } from './mail.ts';\nimport { pairingRoutes }",
    ],
  ],
};

const ROOM_KIND: Addition = {
  kind: 'Room kind',
  limit: 4,
  edits: [
    [
      `${PROTOCOL}/room-kinds.ts`,
      '  paired: PAIRED,',
      '  paired: PAIRED,\n  training: { ...PAIRED, exclusive: false, timeControls: TIME_CONTROLS },',
    ],
    // Rules of the kind during a game.
    ...(
      [
        ['exhibition: null };', 'training: null'],
        ['exhibition: NO };', 'training: NO'],
        ["casual: 'NOT_CREATOR' }", "training: 'NOT_CREATOR'"],
      ] as const
    ).map(
      ([found, expected]) =>
        ['packages/room/src/policy.test.ts', found, found.replace(' }', `, ${expected} }`)] as const,
    ),
  ],
};

const SCREEN: Addition = {
  kind: 'Screen',
  limit: 4,
  folder: 'web/src/features/words/',
  files: {
    'web/src/features/words/routes.ts': `import type { PageRoute } from '../../client/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: '/words', needsLogin: 'words', worksOffline: true, load: () => import('./WordsPage.tsx') },
];
`,
    'web/src/features/words/texts.ts': `import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts('words', { title: '字数' });
`,
    'web/src/features/words/WordsPage.tsx': `import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { t } from './texts.ts';

export default function WordsPage() {
  return <PageHeader title={t('title')} />;
}
`,
  },
  edits: [
    ['web/src/client/login-texts.ts', '  why: {', "  why: {\n    words: '看字数需要登录。登录后打开字数。',"],
  ],
};

export const ADDITIONS: readonly Addition[] = [
  ROUTE,
  CLIENT_MESSAGE,
  ROOM_EVENT,
  PERSONAL_EVENT,
  SERVICE,
  ROOM_KIND,
  SCREEN,
];
