import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  type ApiClient,
  MAX_ORIGIN_DAYS,
  ORIGIN_SANCTIONS,
  PLAY_FLAGS,
  SANCTION_KINDS,
  type SanctionKind,
  type SanctionOrigin,
  VIOLATIONS,
  type Violation,
} from '@doushouqi/protocol';
import { BackupError } from '../backup/backup-error.ts';
import { type ConsoleCommand, oneOf } from './console-command.ts';
import {
  caseLine,
  caseLines,
  fairPlayLines,
  flaggedLines,
  originLines,
  originsText,
  personLines,
  sanctionLine,
  sanctionLines,
} from './lines.ts';
import { site } from './site-command.ts';

const ID = /^[0-9a-f]{24}$/;

/** Returns the id of a person by id, username or nickname. Throws a BackupError unless it is one person. */
async function personId(api: ApiClient, name: string): Promise<string> {
  if (ID.test(name)) return name;
  const found = await api.findPeople({ query: { name } });
  const exact = found.filter(({ username, person }) => username === name || person.nickname === name);
  const [one, other] = exact.length > 0 ? exact : found;
  if (one === undefined) throw new BackupError(`no account has the name ${JSON.stringify(name)}`);
  if (other === undefined) return one.person._id;
  const all = found.map(({ person, username }) => `  ${person._id}  ${username}  ${person.nickname}`);
  throw new BackupError(['several accounts have this name; use the id:', ...all].join('\n'));
}

/** Parses `3d`, `12h` and `forever`; `-` stands for sanctions without an end. */
function hoursOf(given: string): number | null {
  if (given === 'forever' || given === '-') return null;
  const [, count, unit] = /^(\d+)([dh])$/.exec(given) ?? [];
  if (count === undefined) throw new BackupError(`${given} is no time: 12h, 3d or forever`);
  return Number(count) * (unit === 'd' ? 24 : 1);
}

/** Returns the address range or device that a text names. */
function originOf(value: string): SanctionOrigin {
  return { of: value.includes('/') ? 'network' : 'device', value };
}

async function openReports(api: ApiClient, userId: string): Promise<string[]> {
  const { reports } = await api.showCase({ params: { userId } });
  return reports.filter(({ state }) => state === 'open').map(({ id }) => id);
}

const READING: Readonly<Record<string, ConsoleCommand>> = {
  reports: {
    usage: ['[open|mine|done]', 'lists reported persons, the most urgent first'],
    async run(api, { optional }) {
      const state = oneOf(['open', 'mine', 'done'], optional(0) ?? 'open');
      const { cases, open, waiting, appeals } = await api.listCases({ query: { state } });
      return [
        ...cases.map(caseLine),
        `${open} open, ${waiting} sanctions wait for a second operator, ${appeals} appeals`,
      ];
    },
  },
  case: {
    usage: ['NAME', 'shows the reports of a person with their context'],
    run: async (api, { arg }) => {
      const userId = await personId(api, arg(0));
      return caseLines(await api.showCase({ params: { userId } }));
    },
  },
  person: {
    usage: ['NAME', 'shows what operators know of a person'],
    run: async (api, { arg }) => {
      const userId = await personId(api, arg(0));
      return personLines(await api.showPerson({ params: { userId } }));
    },
  },
  waiting: {
    usage: ['[pending|appeals]', 'lists sanctions that wait for a decision'],
    async run(api, { optional }) {
      const of = oneOf(['pending', 'appeals'], optional(0) ?? 'pending');
      const found = await api.listSanctions({ query: { of } });
      return found.flatMap(({ person, sanction }) => [
        person === null ? originsText(sanction) : `${person._id} ${person.nickname}`,
        ...sanctionLines(sanction),
      ]);
    },
  },
  flags: {
    usage: ['[NAME]', 'lists persons whose rated games are flagged, or shows the check of one'],
    async run(api, { optional }) {
      const name = optional(0);
      if (name === undefined) {
        const { people, open } = await api.listFlagged();
        return [...people.flatMap(flaggedLines), `${open} persons`];
      }
      return fairPlayLines(await api.showFairPlay({ params: { userId: await personId(api, name) } }));
    },
  },
  networks: {
    usage: ['[RANGE|DEVICE]', 'lists sanctions of address ranges and devices, or the accounts of one'],
    async run(api, { optional }) {
      const given = optional(0);
      if (given !== undefined) return originLines(await api.showOrigin({ query: originOf(given) }));
      const { current } = await api.listOriginSanctions();
      return current.length === 0
        ? ['no address range or device is limited']
        : current.flatMap(({ sanction }) => sanctionLines(sanction));
    },
  },
  staff: {
    usage: ['', 'lists moderators and operators'],
    run: async (api) =>
      (await api.listStaff()).map(
        ({ person, username, role, hasFactor }) =>
          `${person._id}  ${username}  ${person.nickname}  ${role}${hasFactor ? '' : '  (no second factor yet)'}`,
      ),
  },
};

const ACTING: Readonly<Record<string, ConsoleCommand>> = {
  claim: {
    usage: ['NAME', 'reserves a person for ten minutes'],
    async run(api, { arg }) {
      await api.claimCase({ params: { userId: await personId(api, arg(0)) }, body: { on: true } });
      return ['reserved'];
    },
  },
  release: {
    usage: ['NAME', 'gives it back'],
    async run(api, { arg }) {
      await api.claimCase({ params: { userId: await personId(api, arg(0)) }, body: { on: false } });
      return ['given back'];
    },
  },
  dismiss: {
    usage: ['NAME REASON', 'closes all open reports of a person as unfounded'],
    async run(api, { arg, rest }) {
      const userId = await personId(api, arg(0));
      const reports = await openReports(api, userId);
      if (reports.length === 0) return ['no open reports'];
      await api.dismissCase({ params: { userId }, body: { reports, reason: rest(1) } });
      return [`${reports.length} reports dismissed`];
    },
  },
  check: {
    usage: ['NAME', 'queues a check of the rated games of a person'],
    async run(api, { arg }) {
      await api.checkPerson({ params: { userId: await personId(api, arg(0)) } });
      return ['queued'];
    },
  },
  unflag: {
    usage: [`NAME ${PLAY_FLAGS.join('|')} REASON`, 'hides a flag until there is new evidence'],
    async run(api, { arg, rest }) {
      const kind = oneOf(PLAY_FLAGS, arg(1));
      const params = { userId: await personId(api, arg(0)), kind };
      await api.dismissFlag({ params, body: { reason: rest(2) } });
      return ['hidden'];
    },
  },
  impose: {
    usage: [
      'NAME KIND TIME VIOLATION --text TEXT --reason REASON [--hide] [--return] [--device] [--range]',
      `imposes a sanction (${SANCTION_KINDS.join(', ')}) for 12h, 3d, forever or, without an end, -; closes the open reports; --return: close or unrated for engine returns points to opponents; --device, --range: also new accounts of the person's devices and last address range`,
    ],
    async run(api, { arg, options }) {
      const userId = await personId(api, arg(0));
      const kind: SanctionKind = oneOf(SANCTION_KINDS, arg(1));
      const violation: Violation = oneOf(VIOLATIONS, arg(3));
      const { text = '', reason = '', hide, return: returnsPoints, device, range } = options;
      const sanction = await api.impose({
        body: {
          id: randomBytes(12).toString('hex'),
          ...{ userId, kind, violation, text, reason },
          hours: hoursOf(arg(2)),
          reports: await openReports(api, userId),
          ...{ hidesLines: hide, returnsPoints, alsoDevice: device, alsoRange: range },
        },
      });
      return [sanctionLine(sanction)];
    },
  },
  'impose-network': {
    usage: [
      'RANGE|DEVICE KIND TIME VIOLATION --text TEXT --reason REASON [--members]',
      `stops new accounts of an address range (203.0.113.0/24) or a device (${ORIGIN_SANCTIONS.join(', ')}), at most ${MAX_ORIGIN_DAYS}d; --members: older ones too`,
    ],
    async run(api, { arg, options: { text = '', reason = '', members } }) {
      const kind = oneOf(ORIGIN_SANCTIONS, arg(1));
      const violation: Violation = oneOf(VIOLATIONS, arg(3));
      const hours = hoursOf(arg(2));
      if (hours === null) throw new BackupError(`it lasts at most ${MAX_ORIGIN_DAYS}d`);
      const body = {
        ...{ id: randomBytes(12).toString('hex'), origin: originOf(arg(0)), kind, violation, hours },
        ...{ text, reason, coversMembers: members },
      };
      return sanctionLines(await api.imposeOnOrigin({ body }));
    },
  },
  decide: {
    usage: ['SANCTION approve|refuse REASON', 'decides on a sanction of another operator'],
    async run(api, { arg, rest }) {
      const approve = oneOf(['approve', 'refuse'], arg(1)) === 'approve';
      const request = { params: { sanctionId: arg(0) }, body: { approve, reason: rest(2) } };
      return [sanctionLine(await api.decideSanction(request))];
    },
  },
  end: {
    usage: ['SANCTION REASON', 'ends a sanction early, or withdraws a pending one'],
    async run(api, { arg, rest }) {
      const request = { params: { sanctionId: arg(0) }, body: { reason: rest(1) } };
      return [sanctionLine(await api.endSanction(request))];
    },
  },
  answer: {
    usage: ['SANCTION grant|refuse --text TEXT --reason REASON', 'answers an appeal'],
    async run(api, { arg, options: { text = '', reason = '' } }) {
      const isGranted = oneOf(['grant', 'refuse'], arg(1)) === 'grant';
      const request = { params: { sanctionId: arg(0) }, body: { text, reason, isGranted } };
      return sanctionLines(await api.answerAppeal(request));
    },
  },
  cancel: {
    usage: ['TOURNAMENT --reason REASON', 'cancels a tournament before its start'],
    async run(api, { arg, options: { reason = '' } }) {
      const { name } = await api.cancelAnyTournament({ params: { id: arg(0) }, body: { reason } });
      return [`cancelled ${JSON.stringify(name)}`];
    },
  },
  appoint: {
    usage: ['NAME moderator|operator|none REASON', 'gives or ends an office; prints the invitation'],
    async run(api, { arg, rest }) {
      const role = oneOf(['moderator', 'operator', 'none'], arg(1));
      const userId = await personId(api, arg(0));
      const body = { userId, role: role === 'none' ? null : role, reason: rest(2) };
      const { invitation } = await api.appointStaff({ body });
      return [invitation === null ? 'the office has ended' : `invitation of 48 hours: ${invitation}`];
    },
  },
};

export const CONSOLE_COMMANDS: Readonly<Record<string, ConsoleCommand>> = { ...READING, ...ACTING, site };

/** Runs a command of the console. Throws a BackupError with its usage for wrong arguments. */
export async function runConsoleCommand(
  api: ApiClient,
  name: string,
  args: readonly string[],
): Promise<string[]> {
  const command = CONSOLE_COMMANDS[name]!;
  const { values: options, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      text: { type: 'string' },
      reason: { type: 'string' },
      hide: { type: 'boolean', default: false },
      open: { type: 'boolean', default: false },
      from: { type: 'string' },
      until: { type: 'string' },
      en: { type: 'string' },
      return: { type: 'boolean', default: false },
      device: { type: 'boolean', default: false },
      range: { type: 'boolean', default: false },
      members: { type: 'boolean', default: false },
    },
  });
  const arg = (n: number): string => {
    const given = positionals[n];
    if (given === undefined) throw new BackupError(`usage: admin ${name} ${command.usage[0]}`);
    return given;
  };
  return command.run(api, {
    arg,
    rest: (n) => [arg(n), ...positionals.slice(n + 1)].join(' '),
    optional: (n) => positionals[n],
    options,
  });
}
