import type {
  CheckedGame,
  FlaggedPerson,
  LogEntry,
  PlayFlag,
  PublicUser,
  Quote,
  ReportCase,
  ReportRecord,
  RouteReply,
  Routes,
  SanctionRecord,
} from '@doushouqi/protocol';

/** Lines that the commands print. Times in UTC. */

type Person = RouteReply<Routes['showPerson']>;
type Case = RouteReply<Routes['showCase']>;

export function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

function nameLine({ _id, nickname }: PublicUser): string {
  return `${_id} ${nickname}`;
}

export function caseLine({
  person,
  kinds,
  reports,
  reporters,
  score,
  at,
  claimedBy,
  ...rest
}: ReportCase): string {
  const claim = claimedBy === null ? '' : `  [${claimedBy}]`;
  const { violation, excerpt } = rest;
  return `${String(score).padStart(4)}  ${nameLine(person)}  ${violation} (${kinds.join(', ')})  ${reports} by ${reporters}  ${timeText(at)}  ${JSON.stringify(excerpt)}${claim}`;
}

function quoteLine({ nickname, content, at, ply }: Quote, isIt: boolean): string {
  const place = ply === undefined ? '' : ` ply ${ply}`;
  return `    ${isIt ? '>' : ' '} ${timeText(at)}${place}  ${nickname}: ${content}`;
}

function reportLines({
  id,
  kind,
  violation,
  note,
  quote,
  context,
  fen,
  reporter,
  weight,
  state,
}: ReportRecord): string[] {
  const around = context.length > 0 ? context : [quote];
  const { tournament } = quote;
  return [
    `  ${id}  ${kind}  ${violation}  ${state}  by ${reporter.nickname} (${weight.toFixed(2)})  ${JSON.stringify(note)}`,
    ...(tournament === undefined
      ? []
      : [`      chat of ${JSON.stringify(tournament.name)} (${tournament.id})`]),
    ...around.map((one) => quoteLine(one, one.at === quote.at && one.content === quote.content)),
    ...(fen === null ? [] : [`      position: ${fen}`]),
  ];
}

export function sanctionLine({
  id,
  kind,
  state,
  violation,
  from,
  until,
  by,
  second,
  end,
  ...rest
}: SanctionRecord): string {
  const time = until === null ? timeText(from) : `${timeText(from)} to ${timeText(until)}`;
  const others = [second !== null && `second ${second}`, end !== null && `ended by ${end.by}`];
  return `  ${id}  ${kind}  ${state}  ${violation}  ${time}  by ${[by, ...others.filter(Boolean)].join(', ')}  ${JSON.stringify(rest.reason)}`;
}

function appealLines({ appeal }: SanctionRecord): string[] {
  if (appeal === null) return [];
  const { answer } = appeal;
  return [
    `    appeal ${timeText(appeal.at)}: ${JSON.stringify(appeal.text)}`,
    ...(answer
      ? [`    ${answer.isGranted ? 'granted' : 'not granted'}: ${JSON.stringify(answer.text)}`]
      : []),
  ];
}

/** Returns the address ranges and devices of a sanction. */
export function originsText({ origins, coversMembers }: SanctionRecord): string {
  const named = origins.map(({ of, value }) => `${of} ${value}`).join(', ');
  return `${named} (${coversMembers ? 'all accounts' : 'new accounts and guests'})`;
}

export function sanctionLines(sanction: SanctionRecord): string[] {
  const stopped = sanction.origins.length === 0 ? [] : [`    ${originsText(sanction)}`];
  return [sanctionLine(sanction), ...stopped, ...appealLines(sanction)];
}

/** Returns the accounts of an address range or a device. */
export function originLines({ members, guests, accounts }: RouteReply<Routes['showOrigin']>): string[] {
  return [
    `7 days: ${members} accounts, ${guests} guests`,
    ...accounts.map(
      ({ person, createdAt, seenAt, isClosed }) =>
        `  ${nameLine(person)}  since ${timeText(createdAt)}  seen ${timeText(seenAt)}${isClosed ? '  (closed)' : ''}`,
    ),
  ];
}

export function logLine({ n, at, by, what, person, reason }: LogEntry): string {
  const about = person === null ? '' : `  ${person.nickname}`;
  return `${n}  ${timeText(at)}  ${by}  ${what}${about}  ${JSON.stringify(reason)}`;
}

export function caseLines({
  person,
  isOnline,
  roomId,
  claimedBy,
  reports,
  sanctions,
  precedents,
}: Case): string[] {
  const where = isOnline ? `online${roomId === null ? '' : ` in ${roomId}`}` : 'offline';
  return [
    `${nameLine(person)}  ${where}${claimedBy === null ? '' : `  open at ${claimedBy}`}`,
    'reports:',
    ...reports.flatMap(reportLines),
    'sanctions:',
    ...sanctions.flatMap(sanctionLines),
    `decided for others: ${precedents.map(({ kind, hours, count }) => `${kind} ${hours ?? '-'} h ×${count}`).join(', ')}`,
  ];
}

export function personLines(person: Person): string[] {
  const { conduct, ratings, games, devices, formerNicknames, related, origins } = person;
  return [
    `${nameLine(person.person)}  ${person.username || 'guest'}  ${person.role}  since ${timeText(person.createdAt)}  ${person.isOnline ? 'online' : 'offline'}`,
    ...formerNicknames.map(({ nickname, until }) => `  formerly ${nickname} (until ${timeText(until)})`),
    ...devices.map(({ name, network, seenAt }) => `  device ${name}  ${network ?? '-'}  ${timeText(seenAt)}`),
    ...related.map(
      ({ person: other, sameDevice, network, accounts, isClosed }) =>
        `  same ${[sameDevice && 'device', network !== null && `network ${network}`].filter(Boolean).join(' and ')} of ${accounts}: ${nameLine(other)}${isClosed ? ' (closed)' : ''}`,
    ),
    ...origins.devices.map((device) => `  from device ${device}`),
    ...origins.ranges.map((range) => `  from network ${range}`),
    `ratings: ${ratings.map((one) => `${one.class} ${one.rating} (${one.games} games)`).join(', ')}`,
    `90 days: ${conduct.reports} reports, ${conduct.upheld} upheld, ${conduct.forfeits} left, ${conduct.aborted} aborted, blocked by ${conduct.blockedBy}`,
    'games:',
    ...games.map(
      ({ gameId, at, opponent, outcome, plies }) =>
        `  ${timeText(at)}  ${outcome}  ${plies} plies  ${opponent.nickname}  ${gameId}`,
    ),
    'sanctions:',
    ...person.sanctions.flatMap(sanctionLines),
    'log:',
    ...person.log.map((entry) => `  ${logLine(entry)}`),
  ];
}

function percent(share: number | null | undefined): string {
  return share == null ? '-' : `${Math.round(100 * share)} %`;
}

function flagLine({ kind, score, text, dismissed }: PlayFlag): string {
  const end = dismissed === null ? '' : `  [hidden by ${dismissed.by}: ${JSON.stringify(dismissed.reason)}]`;
  return `  ${String(score).padStart(3)}  ${kind}  ${text}${end}`;
}

export function flaggedLines({ person, at, flags, sanction }: FlaggedPerson): string[] {
  const state = sanction === null ? '' : `  (${sanction})`;
  return [`${nameLine(person)}  ${timeText(at)}${state}`, ...flags.map(flagLine)];
}

function checkedLine({ at, outcome, plies, agreement, mistakes, seconds, gameId }: CheckedGame): string {
  const time = seconds === null ? '-' : `${seconds.toFixed(1)} s`;
  return `  ${timeText(at)}  ${outcome}  ${plies} plies  first choice ${percent(agreement)}  ${mistakes} mistakes  ${time}  ${gameId}`;
}

export function fairPlayLines({
  flags,
  figures,
  peers,
  check,
  reporters,
}: RouteReply<Routes['showFairPlay']>): string[] {
  const known =
    figures === null
      ? ['no figures']
      : [
          `${figures.games.length} games, ${figures.decisions} decisions: first choice ${percent(figures.agreement)}, expected ${percent(figures.expected)}, ${peers?.people ?? 0} others ${percent(peers?.agreement)}`,
          ...figures.phases.map(
            ({ phase, decisions, agreement, expected, meanLoss }) =>
              `  ${phase}  ${decisions}  ${percent(agreement)} of ${percent(expected)}  loss ${meanLoss.toFixed(0)}`,
          ),
          `evidence ${figures.evidence.toFixed(1)} ± ${figures.error.toFixed(1)}, behind ${figures.behind.toFixed(1)}`,
          'games, most suspicious first:',
          ...figures.games.toSorted((a, b) => b.evidence - a.evidence).map(checkedLine),
        ];
  return [
    'flags:',
    ...flags.map(flagLine),
    ...known,
    `reported by ${reporters}`,
    ...(check === 'none' ? [] : [`a check is ${check}`]),
  ];
}
