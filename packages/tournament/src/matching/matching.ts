import { Blossoms, NONE } from './blossoms.ts';
import { Duals, type Graph } from './duals.ts';

/** Labels of nodes: outside of the tree; at even distance from the root; at odd distance. */
const FREE = 0;
const OUTER = 1;
const INNER = 2;

/**
 * Edmonds' blossom algorithm for a perfect matching of maximum weight in primal-dual form, with one alternating tree at a time (Z.
 * Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18, 1986). A node is a vertex or a
 * blossom; only outermost nodes have a label.
 */
class Matcher {
  readonly #size: number;
  readonly #duals: Duals;
  readonly #blossoms: Blossoms;
  readonly #ends: Int32Array;
  readonly #outermost: Int32Array;
  /** The matched arc that leaves a node. */
  readonly #mate: Int32Array;
  readonly #label: Int8Array;
  /** The arc from an outer node by which an inner node was reached. */
  readonly #entry: Int32Array;
  /** The arc of least slack from an outer node. */
  readonly #best: Int32Array;
  #queue: number[] = [];
  readonly #delta: Float64Array;

  constructor(graph: Graph) {
    const { size, limbs } = graph;
    this.#size = size;
    this.#blossoms = new Blossoms(size);
    this.#outermost = this.#blossoms.outermost;
    const nodes = this.#outermost.length;
    this.#duals = new Duals(graph, nodes);
    this.#ends = this.#duals.ends;
    this.#mate = new Int32Array(nodes).fill(NONE);
    this.#label = new Int8Array(nodes);
    this.#entry = new Int32Array(nodes).fill(NONE);
    this.#best = new Int32Array(nodes).fill(NONE);
    this.#delta = new Float64Array(limbs);
  }

  /** Returns the partner of each vertex, or null if no perfect matching exists. */
  solve(): Int32Array | null {
    this.#startGreedily();
    for (let root = 0; root < this.#size; root += 1) {
      if (this.#mate[root] === NONE && !this.#augmentFrom(this.#outermost[root]!)) return null;
    }
    return Int32Array.from({ length: this.#size }, (_, vertex) => this.#ends[this.#mate[vertex]! ^ 1]!);
  }

  /** Matches along edges without slack. */
  #startGreedily(): void {
    for (let arc = 0; arc < this.#ends.length; arc += 2) {
      const [a, b] = [this.#ends[arc]!, this.#ends[arc + 1]!];
      if (this.#mate[a] !== NONE || this.#mate[b] !== NONE || !this.#duals.isTight(arc)) continue;
      this.#mate[a] = arc;
      this.#mate[b] = arc + 1;
    }
  }

  /** Whether an edge may be in a matching of maximum weight: its reduced cost is zero. */
  isCandidate(edge: number): boolean {
    const [a, b] = [this.#ends[2 * edge]!, this.#ends[2 * edge + 1]!];
    if (this.#outermost[a] !== this.#outermost[b]) return this.#duals.isTight(2 * edge);
    const ofA = new Set(this.#blossoms.of(a));
    return this.#duals.isTight(
      2 * edge,
      this.#blossoms.of(b).filter((blossom) => ofA.has(blossom)),
    );
  }

  #offer(node: number, arc: number): void {
    const best = this.#best[node]!;
    if (best === NONE || this.#duals.hasLessSlack(arc, best)) this.#best[node] = arc;
  }

  #source(arc: number): number {
    return this.#outermost[this.#ends[arc]!]!;
  }

  #target(arc: number): number {
    return this.#outermost[this.#ends[arc ^ 1]!]!;
  }

  /** Grows a tree from an unmatched node until it reaches another one. */
  #augmentFrom(root: number): boolean {
    this.#label.fill(FREE);
    this.#best.fill(NONE);
    this.#queue = [];
    this.#makeOuter(root);
    for (;;) {
      for (let v = this.#queue.pop(); v !== undefined; v = this.#queue.pop()) this.#scan(v);
      const node = this.#adjustDuals();
      if (node === NONE) return false;
      if (this.#label[node] === INNER) this.#expand(node);
      else if (this.#label[node] === OUTER) this.#shrink(this.#best[node]!);
      else if (this.#mate[node] === NONE) {
        this.#augment(this.#best[node]!);
        return true;
      } else this.#grow(node);
    }
  }

  #makeOuter(node: number): void {
    this.#label[node] = OUTER;
    for (const vertex of this.#blossoms.vertices(node)) this.#queue.push(vertex);
  }

  #scan(vertex: number): void {
    const { first, arcs } = this.#duals;
    const own = this.#outermost[vertex]!;
    for (let i = first[vertex]!; i < first[vertex + 1]!; i += 1) {
      const node = this.#target(arcs[i]!);
      if (node !== own && this.#label[node] !== INNER) this.#offer(node, arcs[i]!);
    }
  }

  /** Finds the best arc into an outermost node again, among those to its vertices or to those of a part of it. */
  #rescan(node: number, part = node): void {
    const { first, arcs } = this.#duals;
    for (const vertex of this.#blossoms.vertices(part)) {
      for (let i = first[vertex]!; i < first[vertex + 1]!; i += 1) {
        const arc = arcs[i]! ^ 1;
        const from = this.#source(arc);
        if (from !== node && this.#label[from] === OUTER) this.#offer(node, arc);
      }
    }
  }

  /** Returns what a node allows the duals to move by, in a limb: its slack, or its own dual. */
  #room(node: number, limb: number): number {
    if (this.#label[node] === INNER) return this.#duals.values[node * this.#duals.limbs + limb]! / 2;
    const slack = this.#duals.slack(this.#best[node]!, limb);
    return this.#label[node] === OUTER ? slack / 2 : slack;
  }

  /** Moves the duals as far as they are feasible; returns the node that stops them, or -1. */
  #adjustDuals(): number {
    let least = NONE;
    for (let node = 0; node < this.#outermost.length; node += 1) {
      if (!this.#blossoms.isOutermost(node)) continue;
      if (this.#label[node] === INNER ? node < this.#size : this.#best[node] === NONE) continue;
      if (this.#limitDelta(node, least === NONE)) least = node;
    }
    if (least !== NONE && this.#delta.some((value) => value !== 0)) this.#applyDelta();
    return least;
  }

  /** Whether a node allows less than the ones before, or is the first one. */
  #limitDelta(node: number, isFirst: boolean): boolean {
    const delta = this.#delta;
    let limb = 0;
    if (!isFirst) {
      while (limb < delta.length && this.#room(node, limb) === delta[limb]) limb += 1;
      if (limb === delta.length || this.#room(node, limb) > delta[limb]!) return false;
    }
    for (; limb < delta.length; limb += 1) delta[limb] = this.#room(node, limb);
    return true;
  }

  #applyDelta(): void {
    for (let node = 0; node < this.#outermost.length; node += 1) {
      const label = this.#label[this.#outermost[node]!];
      const isVertex = node < this.#size;
      if (label === FREE || (!isVertex && !this.#blossoms.isOutermost(node))) continue;
      this.#duals.add(node, (label === OUTER ? -1 : 1) * (isVertex ? 1 : -2), this.#delta);
    }
  }

  /** Adds a matched node and its partner to the tree. */
  #grow(node: number): void {
    this.#label[node] = INNER;
    this.#entry[node] = this.#best[node]!;
    this.#makeOuter(this.#target(this.#mate[node]!));
  }

  /** Returns the nodes from an outer node up to the root or `stop`, and the arc from each to the next. */
  #climb(from: number, stop: number): { nodes: number[]; arcs: number[] } {
    const nodes: number[] = [];
    const arcs: number[] = [];
    for (let outer = from; outer !== stop; ) {
      nodes.push(outer);
      const mate = this.#mate[outer]!;
      if (mate === NONE) break;
      const inner = this.#target(mate);
      const up = this.#entry[inner]! ^ 1;
      nodes.push(inner);
      arcs.push(mate, up);
      outer = this.#target(up);
    }
    return { nodes, arcs };
  }

  /** Makes a blossom of the cycle that an arc between two outer nodes closes. */
  #shrink(arc: number): void {
    const [a, b] = [this.#source(arc), this.#target(arc)];
    const ofA = new Set(this.#climb(a, NONE).nodes);
    const base = this.#climb(b, NONE).nodes.find((node) => ofA.has(node))!;
    const left = this.#climb(a, base);
    const right = this.#climb(b, base);
    const children = [base, ...left.nodes.reverse(), ...right.nodes];
    const links = [...left.arcs.reverse().map((up) => up ^ 1), arc, ...right.arcs];
    const blossom = this.#blossoms.create(children, links);
    this.#mate[blossom] = this.#mate[base]!;
    this.#label[blossom] = OUTER;
    this.#duals.clear(blossom);
    this.#best[blossom] = NONE;
    for (const child of children) this.#adopt(child, blossom);
  }

  /** Makes a child's vertices outer, or takes its best arc over unless that is within the blossom now. */
  #adopt(child: number, blossom: number): void {
    const best = this.#best[child]!;
    if (this.#label[child] === INNER) this.#queue.push(...this.#blossoms.vertices(child));
    else if (best !== NONE && this.#source(best) === blossom) this.#rescan(blossom, child);
    else if (best !== NONE) this.#offer(blossom, best);
  }

  /** Replaces an inner blossom without dual by its children; those on the way to its base stay in the tree. */
  #expand(blossom: number): void {
    const children = this.#blossoms.childrenOf(blossom);
    const entry = this.#entry[blossom]!;
    const first = this.#blossoms.childWith(this.#ends[entry ^ 1]!, blossom);
    const { way, arcs } = this.#blossoms.wayToBase(blossom, first);
    this.#blossoms.dissolve(blossom);
    this.#label[blossom] = FREE;
    this.#best[blossom] = NONE;
    for (const child of children) this.#label[child] = FREE;
    for (const [i, child] of way.entries()) {
      if (i % 2 === 1) continue;
      this.#label[child] = INNER;
      this.#entry[child] = i === 0 ? entry : arcs[i - 1]!;
    }
    for (const [i, child] of way.entries()) if (i % 2 === 1) this.#makeOuter(child);
    for (const child of children) {
      this.#best[child] = NONE;
      if (this.#label[child] !== INNER) this.#rescan(child);
    }
  }

  /** Matches along the tree, from an arc to an unmatched node up to the root. */
  #augment(arc: number): void {
    for (let up = arc; ; ) {
      this.#match(this.#target(up), up ^ 1);
      const outer = this.#source(up);
      const before = this.#mate[outer]!;
      this.#match(outer, up);
      if (before === NONE) return;
      up = this.#entry[this.#target(before)]!;
    }
  }

  /** Matches a node by an arc that leaves it; in a blossom, the child with the arc's start becomes the base. */
  #match(node: number, arc: number): void {
    this.#mate[node] = arc;
    if (node < this.#size) return;
    const index = this.#blossoms.childWith(this.#ends[arc]!, node);
    const { way, arcs } = this.#blossoms.wayToBase(node, index);
    for (let i = 1; i < way.length; i += 2) {
      this.#match(way[i]!, arcs[i]!);
      this.#match(way[i + 1]!, arcs[i]! ^ 1);
    }
    this.#match(way[0]!, arc);
    this.#blossoms.rotate(node, index);
  }
}

export interface Matching {
  /** The partner of each vertex. */
  mates: Int32Array;
  /** Whether an edge is possibly in some matching of maximum weight; all others are in none. */
  isCandidate(edge: number): boolean;
}

/** Returns a perfect matching of maximum weight, or null if there is no perfect one. Pure. */
export function perfectMatching(graph: Graph): Matching | null {
  if (graph.size % 2 === 1) return null;
  const matcher = new Matcher(graph);
  const mates = matcher.solve();
  return mates && { mates, isCandidate: (edge) => matcher.isCandidate(edge) };
}
