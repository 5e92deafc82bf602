import { useRef, useState } from 'react';

interface Machine<State, Gesture, Outcome> {
  state: State;
  /** The state as of the last gesture: several may come between two renders. */
  now: () => State;
  run: (gesture: Gesture) => { before: State; after: State; outcome: Outcome | null };
}

/** Keeps the state of one of the board's pure state machines. */
export const useMachine = <State, Gesture, Outcome>(
  idle: State,
  step: (state: State, gesture: Gesture) => { state: State; outcome: Outcome | null },
): Machine<State, Gesture, Outcome> => {
  const [state, setState] = useState(idle);
  const current = useRef(idle);
  const run = (gesture: Gesture): { before: State; after: State; outcome: Outcome | null } => {
    const before = current.current;
    const { state: after, outcome } = step(before, gesture);
    current.current = after;
    if (after !== before) setState(after);
    return { before, after, outcome };
  };
  return { state, now: () => current.current, run };
};
