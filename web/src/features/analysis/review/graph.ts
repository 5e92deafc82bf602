/** Win rates as lines of a picture that is as wide as the game has half-moves, and 100 high. Pure. */

type Rates = readonly (number | null)[];

/** Runs of positions whose win rates are known. */
function runsOf(rates: Rates): { ply: number; rate: number }[][] {
  const runs: { ply: number; rate: number }[][] = [[]];
  rates.forEach((rate, ply) => {
    if (rate === null) runs.push([]);
    else runs.at(-1)!.push({ ply, rate });
  });
  return runs.filter((run) => run.length > 1);
}

function pointsOf(run: { ply: number; rate: number }[]): string {
  return run.map(({ ply, rate }) => `${ply} ${(100 - rate).toFixed(1)}`).join('L');
}

/** The line itself, as SVG path data. */
export function lineThrough(rates: Rates): string {
  return runsOf(rates)
    .map((run) => `M${pointsOf(run)}`)
    .join('');
}

function areaTo(rates: Rates, edge: number): string {
  return runsOf(rates)
    .map((run) => `M${run[0]!.ply} ${edge}L${pointsOf(run)}L${run.at(-1)!.ply} ${edge}Z`)
    .join('');
}

/** What lies under the line, which is red's share, and over it. */
export function areaUnder(rates: Rates): string {
  return areaTo(rates, 100);
}

export function areaOver(rates: Rates): string {
  return areaTo(rates, 0);
}

/** The half-move that is nearest to a place of the picture, 0 at its left edge and 1 at its right one. */
export function plyNear(place: number, last: number): number {
  return Math.round(Math.min(1, Math.max(0, place)) * last);
}

/** Half-moves that are written under the picture: about five round numbers and the last one. */
export function tickPlies(last: number): number[] {
  const step = [2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => last / one <= 6) ?? 2000;
  const ticks = Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step);
  // The last one needs room for its own number.
  return [...ticks.filter((tick) => last - tick >= step * 0.6), last];
}
