/**
 * Memory image of the tables as assembly/probe.ts reads them: offset of each material's values, cell indices, values.
 */
import { unpackTables } from './file.ts';
import { CELLS_OF, LONE_CELLS_OF, PIECE_TYPES, roleOf, tableOf, VALUE_COUNT } from './materials.ts';

/** `[first][second or 0][lone]`, 0 to 8 each. */
const MATERIALS = 9 * 9 * 9;
const INDICES_AT = MATERIALS * 4;
const VALUES_AT = INDICES_AT + 4 * 64;
const SWAPPED = 0x8000_0000;

function directory(): Uint32Array {
  const entries = new Uint32Array(MATERIALS);
  for (const lone of PIECE_TYPES) {
    for (const first of PIECE_TYPES) {
      entries[first * 81 + lone] = tableOf([first], lone).offset;
      for (const second of PIECE_TYPES) {
        if (second === first) continue;
        const swapped = roleOf(first, lone) > roleOf(second, lone) ? SWAPPED : 0;
        entries[first * 81 + second * 9 + lone] = tableOf([first, second], lone).offset + swapped;
      }
    }
  }
  return entries;
}

/**
 * Four maps of 64: index of a cell for a rat and for another piece of the pair, then for a lone rat and another lone
 * piece.
 */
function indices(): Uint8Array {
  const maps = new Uint8Array(4 * 64).fill(255);
  const lists = [CELLS_OF[0]!, CELLS_OF[1]!, LONE_CELLS_OF[0]!, LONE_CELLS_OF[1]!];
  for (const [map, cells] of lists.entries()) {
    for (const [index, cell] of cells.entries()) maps[map * 64 + cell] = index;
  }
  return maps;
}

/**
 * Unpacks a file of tables for the engine, in steps of about a millisecond. Returns the memory image of the engine,
 * or throws a `TableFileError`.
 */
export function* unpackImage(file: Uint8Array): Generator<void, Uint8Array> {
  const image = new Uint8Array(VALUES_AT + VALUE_COUNT);
  const entries = new DataView(image.buffer);
  for (const [material, entry] of directory().entries()) entries.setUint32(material * 4, entry, true);
  image.set(indices(), INDICES_AT);
  yield* unpackTables(file, image.subarray(VALUES_AT));
  return image;
}
