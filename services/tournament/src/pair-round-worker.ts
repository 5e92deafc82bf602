/** The worker thread of `pairRoundAside`. */
import { parentPort, workerData } from 'node:worker_threads';
import { pairRound } from '@doushouqi/tournament';

parentPort!.postMessage(pairRound(workerData));
