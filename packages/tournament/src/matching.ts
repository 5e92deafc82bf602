/**
 * Maximum-weight perfect matching in a general graph: Edmonds' blossom algorithm in primal-dual form, one alternating tree at a
 * time (Z. Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18, 1986).
 *
 * A weight is a vector of `limbs` numbers that are compared lexicographically. The algorithm only adds, halves and compares
 * weights, which vectors allow, so any number of criteria in order of priority needs no larger numbers.
 */
export interface Graph {
  /** Vertices are 0 to `size` - 1. */
  size: number;
  limbs: number;
  /** Both ends of each edge: those of edge `e` at `2 * e` and `2 * e + 1`. */
  ends: readonly number[] | Int32Array;
  /** `limbs` integers for each edge. */
  weights: readonly number[] | Float64Array;
}

const NONE = -1;
/** Labels of nodes: outside of the tree; at even distance from the root; at odd distance. */
const FREE = 0;
const OUTER = 1;
const INNER = 2;

/**
 * A node is a vertex or a blossom; only outermost nodes have a label. An arc is a directed edge: from `ends[arc]` to
 * `ends[arc ^ 1]`.
 */
class Matcher {
  readonly #size: number;
  readonly #limbs: number;
  readonly #ends: Int32Array;
  readonly #weights: Float64Array;
  /** Arcs that leave a vertex: `#arcs` from `#firstArc[vertex]` to `#firstArc[vertex + 1]`. */
  readonly #firstArc: Int32Array;
  readonly #arcs: Int32Array;
  /** Dual variables of nodes, twice the usual ones. */
  readonly #duals: Float64Array;
  readonly #outermost: Int32Array;
  readonly #parent: Int32Array;
  /** Children of a blossom around its cycle from the base on, and the arc from each child to the next. */
  readonly #children: number[][];
  readonly #links: number[][];
  readonly #freeIds: number[] = [];
  /** The matched arc that leaves a node. */
  readonly #mate: Int32Array;
  readonly #label: Int8Array;
  /** The arc from an outer node by which an inner node was reached. */
  readonly #entry: Int32Array;
  /** The arc of least slack from an outer node. */
  readonly #best: Int32Array;
  readonly #mark: Int32Array;
  #stamp = 0;
  #queue: number[] = [];
  readonly #delta: Float64Array;

  constructor({ size, limbs, ends, weights }: Graph) {
    const nodes = size + (size >> 1) + 1;
    this.#size = size;
    this.#limbs = limbs;
    this.#ends = Int32Array.from(ends);
    this.#weights = weights instanceof Float64Array ? weights : Float64Array.from(weights);
    this.#firstArc = new Int32Array(size + 1);
    for (const vertex of this.#ends) this.#firstArc[vertex + 1]! += 1;
    for (let v = 0; v < size; v += 1) this.#firstArc[v + 1]! += this.#firstArc[v]!;
    this.#arcs = new Int32Array(this.#ends.length);
    const next = this.#firstArc.slice();
    for (let arc = 0; arc < this.#ends.length; arc += 1) {
      const vertex = this.#ends[arc]!;
      this.#arcs[next[vertex]!] = arc;
      next[vertex]! += 1;
    }
    this.#duals = new Float64Array(nodes * limbs);
    this.#outermost = Int32Array.from({ length: nodes }, (_, id) => id);
    this.#parent = new Int32Array(nodes).fill(NONE);
    this.#children = Array.from({ length: nodes }, () => []);
    this.#links = Array.from({ length: nodes }, () => []);
    for (let id = nodes - 1; id >= size; id -= 1) this.#freeIds.push(id);
    this.#mate = new Int32Array(nodes).fill(NONE);
    this.#label = new Int8Array(nodes);
    this.#entry = new Int32Array(nodes).fill(NONE);
    this.#best = new Int32Array(nodes).fill(NONE);
    this.#mark = new Int32Array(nodes);
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

  /** Sets the least feasible duals vertex by vertex, and matches along edges without slack. */
  #startGreedily(): void {
    const limbs = this.#limbs;
    for (let v = 0; v < this.#size; v += 1) {
      let best = NONE;
      for (let i = this.#firstArc[v]!; i < this.#firstArc[v + 1]!; i += 1) {
        const edge = this.#arcs[i]! >> 1;
        if (best === NONE || this.#compareWeights(edge, best) > 0) best = edge;
      }
      if (best === NONE) continue;
      for (let k = 0; k < limbs; k += 1) this.#duals[v * limbs + k] = this.#weights[best * limbs + k]!;
    }
    for (let arc = 0; arc < this.#ends.length; arc += 2) {
      const [a, b] = [this.#ends[arc]!, this.#ends[arc + 1]!];
      if (this.#mate[a] !== NONE || this.#mate[b] !== NONE || !this.#isTight(arc)) continue;
      this.#mate[a] = arc;
      this.#mate[b] = arc + 1;
    }
  }

  #compareWeights(a: number, b: number): number {
    for (let k = 0; k < this.#limbs; k += 1) {
      const difference = this.#weights[a * this.#limbs + k]! - this.#weights[b * this.#limbs + k]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #slack(arc: number, limb: number): number {
    const limbs = this.#limbs;
    const from = this.#ends[arc]!;
    const to = this.#ends[arc ^ 1]!;
    const weight = this.#weights[(arc >> 1) * limbs + limb]!;
    return this.#duals[from * limbs + limb]! + this.#duals[to * limbs + limb]! - 2 * weight;
  }

  #isTight(arc: number): boolean {
    for (let k = 0; k < this.#limbs; k += 1) if (this.#slack(arc, k) !== 0) return false;
    return true;
  }

  #offer(node: number, arc: number): void {
    const best = this.#best[node]!;
    if (best === NONE) {
      this.#best[node] = arc;
      return;
    }
    for (let k = 0; k < this.#limbs; k += 1) {
      const difference = this.#slack(arc, k) - this.#slack(best, k);
      if (difference < 0) this.#best[node] = arc;
      if (difference !== 0) return;
    }
  }

  #source(arc: number): number {
    return this.#outermost[this.#ends[arc]!]!;
  }

  #target(arc: number): number {
    return this.#outermost[this.#ends[arc ^ 1]!]!;
  }

  #vertices(node: number, found: number[] = []): number[] {
    if (node < this.#size) found.push(node);
    else for (const child of this.#children[node]!) this.#vertices(child, found);
    return found;
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
    for (const vertex of this.#vertices(node)) this.#queue.push(vertex);
  }

  #scan(vertex: number): void {
    const own = this.#outermost[vertex]!;
    for (let i = this.#firstArc[vertex]!; i < this.#firstArc[vertex + 1]!; i += 1) {
      const arc = this.#arcs[i]!;
      const node = this.#target(arc);
      if (node !== own && this.#label[node] !== INNER) this.#offer(node, arc);
    }
  }

  /** Finds the best arc into an outermost node again, among those to its vertices or to those of a part of it. */
  #rescan(node: number, part = node): void {
    for (const vertex of this.#vertices(part)) {
      for (let i = this.#firstArc[vertex]!; i < this.#firstArc[vertex + 1]!; i += 1) {
        const arc = this.#arcs[i]! ^ 1;
        const from = this.#source(arc);
        if (from !== node && this.#label[from] === OUTER) this.#offer(node, arc);
      }
    }
  }

  /** Returns what a node allows the duals to move by, in a limb: its slack, or its own dual. */
  #room(node: number, limb: number): number {
    if (this.#label[node] === INNER) return this.#duals[node * this.#limbs + limb]! / 2;
    const slack = this.#slack(this.#best[node]!, limb);
    return this.#label[node] === OUTER ? slack / 2 : slack;
  }

  /** Moves the duals as far as they are feasible; returns the node that stops them, or -1. */
  #adjustDuals(): number {
    const limbs = this.#limbs;
    let least = NONE;
    for (let node = 0; node < this.#outermost.length; node += 1) {
      if (this.#outermost[node] !== node || (node >= this.#size && this.#children[node]!.length === 0)) continue;
      if (this.#label[node] === INNER ? node < this.#size : this.#best[node] === NONE) continue;
      for (let k = 0; k < limbs; k += 1) {
        const room = this.#room(node, k);
        const difference = least === NONE ? -1 : room - this.#delta[k]!;
        if (difference > 0) break;
        if (difference === 0) continue;
        least = node;
        for (let rest = k; rest < limbs; rest += 1) this.#delta[rest] = this.#room(node, rest);
        break;
      }
    }
    if (least !== NONE) this.#applyDelta();
    return least;
  }

  #applyDelta(): void {
    const limbs = this.#limbs;
    let first = 0;
    while (first < limbs && this.#delta[first] === 0) first += 1;
    if (first === limbs) return;
    for (let node = 0; node < this.#outermost.length; node += 1) {
      const label = this.#label[this.#outermost[node]!];
      if (label === FREE) continue;
      const isBlossom = node >= this.#size;
      if (isBlossom && (this.#outermost[node] !== node || this.#children[node]!.length === 0)) continue;
      const factor = (label === OUTER ? -1 : 1) * (isBlossom ? -2 : 1);
      for (let k = first; k < limbs; k += 1) this.#duals[node * limbs + k]! += factor * this.#delta[k]!;
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
    this.#stamp += 1;
    const [a, b] = [this.#source(arc), this.#target(arc)];
    for (const node of this.#climb(a, NONE).nodes) this.#mark[node] = this.#stamp;
    const base = this.#climb(b, NONE).nodes.find((node) => this.#mark[node] === this.#stamp)!;
    const left = this.#climb(a, base);
    const right = this.#climb(b, base);
    const blossom = this.#freeIds.pop()!;
    const children = [base, ...left.nodes.reverse(), ...right.nodes];
    this.#children[blossom] = children;
    this.#links[blossom] = [...left.arcs.reverse().map((up) => up ^ 1), arc, ...right.arcs];
    this.#mate[blossom] = this.#mate[base]!;
    this.#label[blossom] = OUTER;
    this.#duals.fill(0, blossom * this.#limbs, (blossom + 1) * this.#limbs);
    this.#best[blossom] = NONE;
    for (const child of children) this.#parent[child] = blossom;
    this.#setOutermost(blossom, blossom);
    for (const child of children) this.#adopt(child, blossom);
  }

  /** Makes a child's vertices outer, or takes its best arc over unless that is within the blossom now. */
  #adopt(child: number, blossom: number): void {
    const best = this.#best[child]!;
    if (this.#label[child] === INNER) this.#queue.push(...this.#vertices(child));
    else if (best !== NONE && this.#source(best) === blossom) this.#rescan(blossom, child);
    else if (best !== NONE) this.#offer(blossom, best);
  }

  #setOutermost(node: number, outermost: number): void {
    this.#outermost[node] = outermost;
    if (node >= this.#size) for (const child of this.#children[node]!) this.#setOutermost(child, outermost);
  }

  /** Returns the index of the child of a blossom that contains a vertex. */
  #childWith(vertex: number, blossom: number): number {
    let node = vertex;
    while (this.#parent[node] !== blossom) node = this.#parent[node]!;
    return this.#children[blossom]!.indexOf(node);
  }

  /** Returns the children of a blossom from one to the base, over an even number of arcs, and these arcs. */
  #wayToBase(blossom: number, index: number): { way: number[]; arcs: number[] } {
    const children = this.#children[blossom]!;
    const links = this.#links[blossom]!;
    if (index % 2 === 1) return { way: [...children.slice(index), children[0]!], arcs: links.slice(index) };
    return {
      way: children.slice(0, index + 1).reverse(),
      arcs: links
        .slice(0, index)
        .reverse()
        .map((arc) => arc ^ 1),
    };
  }

  /** Replaces an inner blossom without dual by its children; those on the way to its base stay in the tree. */
  #expand(blossom: number): void {
    const children = this.#children[blossom]!;
    const entry = this.#entry[blossom]!;
    const { way, arcs } = this.#wayToBase(blossom, this.#childWith(this.#ends[entry ^ 1]!, blossom));
    for (const child of children) {
      this.#parent[child] = NONE;
      this.#setOutermost(child, child);
      this.#label[child] = FREE;
    }
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
    this.#remove(blossom);
  }

  #remove(blossom: number): void {
    this.#children[blossom] = [];
    this.#label[blossom] = FREE;
    this.#best[blossom] = NONE;
    this.#outermost[blossom] = blossom;
    this.#freeIds.push(blossom);
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
    const children = this.#children[node]!;
    const links = this.#links[node]!;
    const index = this.#childWith(this.#ends[arc]!, node);
    const { way, arcs } = this.#wayToBase(node, index);
    for (let i = 1; i < way.length; i += 2) {
      this.#match(way[i]!, arcs[i]!);
      this.#match(way[i + 1]!, arcs[i]! ^ 1);
    }
    this.#match(children[index]!, arc);
    this.#children[node] = [...children.slice(index), ...children.slice(0, index)];
    this.#links[node] = [...links.slice(index), ...links.slice(0, index)];
  }
}

/** Returns the partner of each vertex in a perfect matching of maximum weight, or null if there is none. Pure. */
export function perfectMatching(graph: Graph): Int32Array | null {
  return graph.size % 2 === 1 ? null : new Matcher(graph).solve();
}
