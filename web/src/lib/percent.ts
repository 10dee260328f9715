/** A chance in whole numbers: only what never happens is 0, only what is sure is 100. */
export const percent = (p: number): number =>
  p > 0 && p < 1 ? Math.min(99, Math.max(1, Math.round(p * 100))) : Math.round(p * 100);
