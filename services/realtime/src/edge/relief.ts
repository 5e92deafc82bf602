import { type NodeLoad, nodesInUse } from '@doushouqi/protocol/server';

/** Interval of relief steps, ± a quarter. Milliseconds. */
export const RELIEF_INTERVAL_MS = 5_000;
/** Largest share of the own sessions that a step moves. */
const STEP = 0.05;
/** Difference to the coolest node at which relief starts and ends, as a share of the mean; and the least number to start. */
const GAP = { start: 0.4, end: 0.2, least: 50 };

export interface ReliefInput {
  /** Name of the node that decides. */
  own: string;
  /** All living nodes, the own one included. */
  nodes: readonly NodeLoad[];
  /** This or another node drains. */
  draining: boolean;
  sessionsPerNode: number;
  /** Whether the last step moved sessions. */
  relieving: boolean;
  /** 0 to 1. */
  random: number;
}

/**
 * Returns the number of sessions to move to cooler nodes in this step. It starts when the coolest node has 40 % of the
 * mean and at least 50 sessions fewer than this one, and ends at 20 %. A step moves 2.5 to 5 % of the sessions and never
 * goes below the mean, so two nodes do not exchange sessions. Nodes that the load does not need are not relieved towards
 * (`nodesInUse`). Pure.
 */
export function sessionsToMove(input: ReliefInput): number {
  const { own, nodes, draining, sessionsPerNode, relieving, random } = input;
  const used = nodesInUse(nodes, sessionsPerNode);
  const self = nodes.find(({ id }) => id === own);
  if (draining || self === undefined || used.length < 2) return 0;
  const mean = nodes.reduce((sum, { connections }) => sum + connections, 0) / used.length;
  const gap = self.connections - Math.min(...used.map(({ connections }) => connections));
  const needed = relieving ? mean * GAP.end : Math.max(mean * GAP.start, GAP.least);
  if (gap < needed) return 0;
  const step = Math.ceil(self.connections * STEP * (0.5 + random / 2));
  return Math.max(0, Math.min(step, Math.floor(self.connections - mean)));
}

/** Returns the nodes below the mean, to which sessions may move. Pure. */
export function coolerNodes(nodes: readonly NodeLoad[], sessionsPerNode: number): Set<string> {
  const used = nodesInUse(nodes, sessionsPerNode);
  const mean = nodes.reduce((sum, { connections }) => sum + connections, 0) / used.length;
  return new Set(used.filter(({ connections }) => connections < mean).map(({ id }) => id));
}
