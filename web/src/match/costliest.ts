// The most important decisions of a review.

/** The `most` costliest of some remarks, in the order of the match; those that cost only wins come after all others. */
export function costliest<T extends { cost: number; wins: number }>(remarks: T[], most: number): T[] {
  const worst = [...remarks]
    .sort((one, other) => other.cost - one.cost || other.wins - one.wins)
    .slice(0, most);
  return remarks.filter((remark) => worst.includes(remark));
}
