import type { Attack } from '../attack.ts';
import { abandonedRooms } from './abandoned-rooms.ts';
import { borrowedNames } from './borrowed-names.ts';
import { botAccount } from './bot-account.ts';
import { botPlaces } from './bot-places.ts';
import { boughtWins } from './bought-wins.ts';
import { challengeFlood } from './challenge-flood.ts';
import { challengeRace } from './challenge-race.ts';
import { crowdedQueue } from './crowded-queue.ts';
import { disguisedNames } from './disguised-names.ts';
import { falseReports } from './false-reports.ts';
import { foreignIds } from './foreign-ids.ts';
import { foreignPage } from './foreign-page.ts';
import { guessedCodes } from './guessed-codes.ts';
import { guestFlood } from './guest-flood.ts';
import { guestHeirs } from './guest-heirs.ts';
import { guestTokens } from './guest-tokens.ts';
import { ipv6Addresses } from './ipv6-addresses.ts';
import { lockOut } from './lock-out.ts';
import { longGame } from './long-game.ts';
import { neverPoll, neverRead } from './never-read.ts';
import { oneAddress } from './one-address.ts';
import { openFiles } from './open-files.ts';
import { packetFlood } from './packet-flood.ts';
import { pauseEscape } from './pause-escape.ts';
import { promptLoop } from './prompt-loop.ts';
import { pushEndpoints } from './push-endpoints.ts';
import { queueJump } from './queue-jump.ts';
import { replayedLinks } from './replayed-links.ts';
import { rightLogins } from './right-logins.ts';
import { secondGame } from './second-game.ts';
import { survivingLinks } from './surviving-links.ts';
import { thiefAdditions } from './thief-additions.ts';
import { twoHosts } from './two-hosts.ts';
import { untimedFlood } from './untimed-flood.ts';

/** Every attack, in the order of the table in docs/threat-model.md. */
export const ATTACKS: readonly Attack[] = [
  packetFlood,
  oneAddress,
  neverRead,
  neverPoll,
  longGame,
  rightLogins,
  ipv6Addresses,
  lockOut,
  guestFlood,
  guestTokens,
  guestHeirs,
  guessedCodes,
  replayedLinks,
  survivingLinks,
  thiefAdditions,
  promptLoop,
  abandonedRooms,
  untimedFlood,
  queueJump,
  crowdedQueue,
  challengeRace,
  challengeFlood,
  falseReports,
  pushEndpoints,
  foreignIds,
  secondGame,
  boughtWins,
  pauseEscape,
  botAccount,
  botPlaces,
  foreignPage,
  disguisedNames,
  borrowedNames,
  twoHosts,
  openFiles,
];
