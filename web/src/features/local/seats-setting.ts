import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storage } from '../../client/storage.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-media.ts';

const KEY = 'seats';

/** A phone that lies between two people. */
const BETWEEN = `${MEDIA.phone} and (pointer: coarse)`;

function saved(): boolean | null {
  const seats = storage.getItem(KEY);
  return seats === 'facing' || seats === 'same' ? seats === 'facing' : null;
}

/** Whether the two people sit opposite each other; null until somebody said so. */
const seatsStore = createStore<{ facing: boolean | null }>(() => ({ facing: saved() }));

/** Whether what belongs to the person above is turned towards that person. */
export function useFacing(): boolean {
  const isBetween = useMedia(BETWEEN);
  return useStore(seatsStore, (state) => state.facing) ?? isBetween;
}

/** Remembers how the two people sit. */
export function setFacing(facing: boolean): void {
  storage.setItem(KEY, facing ? 'facing' : 'same');
  seatsStore.setState({ facing });
}
