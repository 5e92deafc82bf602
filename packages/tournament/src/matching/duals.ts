/**
 * A graph whose edges have vectors of `limbs` integers as weights, compared lexicographically. The matching only adds, halves and
 * compares weights, which vectors allow, so any number of criteria in order of priority needs no larger numbers.
 */
export interface Graph {
  /** Vertices are 0 to `size` - 1. */
  size: number;
  limbs: number;
  /** Both ends of each edge: those of edge `e` at `2 * e` and `2 * e + 1`. */
  ends: readonly number[] | Int32Array;
  /** `limbs` numbers for each edge. */
  weights: readonly number[] | Float64Array;
}

/** Makes an array of the arcs that leave each vertex: from `first[vertex]` to `first[vertex + 1]`. */
function arcsByVertex(size: number, ends: Int32Array): { first: Int32Array; arcs: Int32Array } {
  const first = new Int32Array(size + 1);
  for (const vertex of ends) first[vertex + 1]! += 1;
  for (let vertex = 0; vertex < size; vertex += 1) first[vertex + 1]! += first[vertex]!;
  const arcs = new Int32Array(ends.length);
  const next = first.slice();
  for (let arc = 0; arc < ends.length; arc += 1) {
    const vertex = ends[arc]!;
    arcs[next[vertex]!] = arc;
    next[vertex]! += 1;
  }
  return { first, arcs };
}

/**
 * The dual variables of vertices and blossoms, twice the usual ones, and the slack of edges. An arc is a directed edge: from
 * `ends[arc]` to `ends[arc ^ 1]`.
 */
export class Duals {
  readonly limbs: number;
  readonly ends: Int32Array;
  readonly first: Int32Array;
  readonly arcs: Int32Array;
  readonly values: Float64Array;
  readonly #weights: Float64Array;

  /** Sets the least feasible dual of each vertex. */
  constructor({ size, limbs, ends, weights }: Graph, nodes: number) {
    this.limbs = limbs;
    this.ends = Int32Array.from(ends);
    this.#weights = Float64Array.from(weights);
    const { first, arcs } = arcsByVertex(size, this.ends);
    this.first = first;
    this.arcs = arcs;
    this.values = new Float64Array(nodes * limbs);
    for (let vertex = 0; vertex < size; vertex += 1) {
      const edge = this.#heaviest(vertex);
      if (edge === undefined) continue;
      this.values.set(this.#weights.subarray(edge * limbs, (edge + 1) * limbs), vertex * limbs);
    }
  }

  #heaviest(vertex: number): number | undefined {
    let best: number | undefined;
    for (let i = this.first[vertex]!; i < this.first[vertex + 1]!; i += 1) {
      const edge = this.arcs[i]! >> 1;
      if (best === undefined || this.#compareWeights(edge, best) > 0) best = edge;
    }
    return best;
  }

  #compareWeights(a: number, b: number): number {
    for (let k = 0; k < this.limbs; k += 1) {
      const difference = this.#weights[a * this.limbs + k]! - this.#weights[b * this.limbs + k]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  slack(arc: number, limb: number): number {
    const { limbs, ends, values } = this;
    const weight = this.#weights[(arc >> 1) * limbs + limb]!;
    return values[ends[arc]! * limbs + limb]! + values[ends[arc ^ 1]! * limbs + limb]! - 2 * weight;
  }

  /** Whether the slack of an edge and the duals of the blossoms that contain both ends are zero. */
  isTight(arc: number, blossoms: readonly number[] = []): boolean {
    for (let k = 0; k < this.limbs; k += 1) {
      let cost = this.slack(arc, k);
      for (const blossom of blossoms) cost += this.values[blossom * this.limbs + k]!;
      if (cost !== 0) return false;
    }
    return true;
  }

  hasLessSlack(arc: number, other: number): boolean {
    for (let k = 0; k < this.limbs; k += 1) {
      const difference = this.slack(arc, k) - this.slack(other, k);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  /** Adds `factor` times a vector to a dual. */
  add(node: number, factor: number, vector: Float64Array): void {
    const at = node * this.limbs;
    for (let k = 0; k < this.limbs; k += 1) this.values[at + k]! += factor * vector[k]!;
  }

  clear(node: number): void {
    this.values.fill(0, node * this.limbs, (node + 1) * this.limbs);
  }
}
