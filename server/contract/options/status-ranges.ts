/** A set of HTTP statuses in the operators' notation: `100-199, 401, 500-503`. */
export type StatusRanges = readonly (readonly [first: number, last: number])[];

/** Parses a set of statuses; undefined if the text is invalid. '' is the empty set. */
export function statusRanges(text: string): StatusRanges | undefined {
  const ranges: [number, number][] = [];
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const match = /^([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?$/.exec(part);
    if (!match) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first) return undefined;
    ranges.push([first, last]);
  }
  return ranges;
}

export function inRanges(ranges: StatusRanges, status: number): boolean {
  return ranges.some(([first, last]) => status >= first && status <= last);
}
