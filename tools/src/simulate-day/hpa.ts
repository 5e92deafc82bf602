/** The autoscaler of realtime nodes in simulated time, as k8s/base/realtime.yaml configures it for sessions. */
export const STABILIZATION_S = 900;
const TOLERANCE = 0.1;
const SCALE_DOWN_PERIOD_S = 300;
const SCALE_UP_PERIOD_S = 60;

export interface Recommendation {
  /** Seconds. */
  at: number;
  nodes: number;
}

export interface HpaState {
  recommendations: readonly Recommendation[];
  lastDown: number;
  lastUp: number;
}

export const INITIAL_HPA: HpaState = {
  recommendations: [],
  lastDown: Number.NEGATIVE_INFINITY,
  lastUp: Number.NEGATIVE_INFINITY,
};

interface Bounds {
  target: number;
  min: number;
  max: number;
}

/** Returns the number of nodes and the next state: ceil(nodes × value / target), the policies, the window. Pure. */
export function scale(
  state: HpaState,
  nodes: number,
  sessions: number,
  now: number,
  { target, min, max }: Bounds,
): { nodes: number; state: HpaState } {
  const ratio = sessions / nodes / target;
  const raw = Math.abs(ratio - 1) <= TOLERANCE ? nodes : Math.ceil(sessions / target);
  const wanted = Math.min(max, Math.max(min, raw));
  const recommendations = [
    ...state.recommendations.filter(({ at }) => at > now - STABILIZATION_S),
    { at: now, nodes: wanted },
  ];
  const stable = Math.max(...recommendations.map((one) => one.nodes));
  const next = { ...state, recommendations };
  if (wanted > nodes && now >= state.lastUp + SCALE_UP_PERIOD_S)
    return { nodes: Math.min(wanted, nodes * 2), state: { ...next, lastUp: now } };
  if (stable < nodes && now >= state.lastDown + SCALE_DOWN_PERIOD_S)
    return { nodes: nodes - 1, state: { ...next, lastDown: now } };
  return { nodes, state: next };
}
