/** Numbers above this are shown as this and a plus (spec §9). */
const CAP = 99;

/** What a badge says; null: no badge at all. Pure. */
export function badgeText(count: number): string | null {
  return count <= 0 ? null : count > CAP ? `${CAP}+` : String(count);
}
