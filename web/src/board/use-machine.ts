import { useRef, useState } from 'react';

interface Machine<State, Gesture, Action> {
  state: State;
  /** The state as of the last gesture: several may come between two renders. */
  now: () => State;
  run: (gesture: Gesture) => { before: State; after: State; action: Action | null };
}

/** Keeps the state of one of the board's pure state machines. */
export function useMachine<State, Gesture, Action>(
  idle: State,
  step: (state: State, gesture: Gesture) => { state: State; action: Action | null },
): Machine<State, Gesture, Action> {
  const [state, setState] = useState(idle);
  const current = useRef(idle);
  const run = (gesture: Gesture): { before: State; after: State; action: Action | null } => {
    const before = current.current;
    const { state: after, action } = step(before, gesture);
    current.current = after;
    if (after !== before) setState(after);
    return { before, after, action };
  };
  return { state, now: () => current.current, run };
}
