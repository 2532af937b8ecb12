/** A spoken word. Times in seconds. */
export interface TranscriptWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The provider's label of the speaker. */
  readonly speaker?: string;
}

/** Consecutive words of one speaker. Times in seconds. */
export interface TranscriptSegment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string;
}

/** Seconds without speech that end a segment. */
const PAUSE = 1;
/** Longest segment in seconds and characters: two lines of a subtitle. */
const MAX_SECONDS = 7;
const MAX_CHARACTERS = 84;
const SENTENCE_END = /[.!?。！？…]["'”’»)]*$/;

/** The range of a word in the text of the transcript. */
interface Placed extends TranscriptWord {
  readonly from: number;
  readonly to: number;
}

/**
 * Splits a transcript at ends of sentences, pauses and changes of the speaker, and where a segment would be too long for a
 * subtitle. The text of a segment is that of the transcript, so that languages without spaces keep theirs.
 */
export function segmentsOf(transcript: string, words: readonly TranscriptWord[]): TranscriptSegment[] {
  const groups: TranscriptWord[][] = [];
  for (const word of words) {
    const current = groups.at(-1);
    if (current && belongs(current, word)) current.push(word);
    else groups.push([word]);
  }
  const placed = place(transcript, words);
  let next = 0;
  return groups.map((group) => {
    const own = placed?.slice(next, next + group.length);
    next += group.length;
    const first = group[0]!;
    return {
      text: own ? transcript.slice(own[0]!.from, own.at(-1)!.to) : group.map((word) => word.text).join(' '),
      start: first.start,
      end: group.at(-1)!.end,
      ...(first.speaker !== undefined && { speaker: first.speaker }),
    };
  });
}

function belongs(group: readonly TranscriptWord[], word: TranscriptWord): boolean {
  const first = group[0]!;
  const last = group.at(-1)!;
  const characters = group.reduce((sum, one) => sum + one.text.length + 1, 0);
  return (
    first.speaker === word.speaker &&
    word.start - last.end < PAUSE &&
    !SENTENCE_END.test(last.text) &&
    word.end - first.start <= MAX_SECONDS &&
    characters + word.text.length <= MAX_CHARACTERS
  );
}

/** The words with their ranges; undefined if the transcript does not contain them in this order. */
function place(transcript: string, words: readonly TranscriptWord[]): Placed[] | undefined {
  const placed: Placed[] = [];
  let from = 0;
  for (const word of words) {
    from = transcript.indexOf(word.text, from);
    if (from < 0) return undefined;
    const to = from + word.text.length;
    placed.push({ ...word, from, to });
    from = to;
  }
  return placed;
}
