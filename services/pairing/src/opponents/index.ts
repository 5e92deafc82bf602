export {
  averageWait,
  expectedWaitOf,
  fieldOf,
  formatAverage,
  parseAverage,
  type WaitAverage,
} from './expected-wait.ts';
export { pair } from './pair.ts';
export { isAcceptable, type Pair, REMATCH_WAIT, UNLIMITED_WAIT, type Waiting } from './waiting.ts';
