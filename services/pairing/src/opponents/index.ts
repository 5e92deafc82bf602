export {
  averageWait,
  expectedWaitOf,
  fieldOf,
  formatAverage,
  parseAverage,
} from './expected-wait.ts';
export { pair } from './pair.ts';
export { isAcceptable, type Pair, REMATCH_WAIT, UNLIMITED_WAIT, type Waiting } from './waiting.ts';
