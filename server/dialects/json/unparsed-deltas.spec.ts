import { array, assert, constantFrom, oneof, property, record, string, type Arbitrary } from 'fast-check';
import { anyCharacter } from '../../../test/setup/properties.js';
import type { CanonicalEvent } from '../canonical/events.js';
import { foldEvents } from '../canonical/fold.js';
import type { AnswerReader, Frame } from '../kit/provider.js';
import { providerFor } from '../providers/registry.js';

/**
 * Text deltas that are not parsed count like those that are: the same stream with and without the fast path has the same
 * events, ranges of citations included.
 */
const URL = 'https://example.com/';

/** Alike deltas, as those of a model, with and without characters that JSON escapes or that are several code units. */
const piece = oneof(
  constantFrom('a', ' the', ' Größe', '🗼', '"', '\\', '\n', '[1]', ' [', '2', ']', 'x'.repeat(40)),
  string({ minLength: 1, maxLength: 9, unit: anyCharacter }),
);

type Step =
  | { kind: 'text'; pieces: string[] }
  | { kind: 'thought'; pieces: string[] }
  | { kind: 'cite' }
  | { kind: 'call' };

const steps: Arbitrary<Step[]> = array(
  oneof(
    {
      weight: 4,
      arbitrary: record({
        kind: constantFrom('text' as const),
        pieces: array(piece, { minLength: 1, maxLength: 30 }),
      }),
    },
    record({ kind: constantFrom('thought' as const), pieces: array(piece, { minLength: 1, maxLength: 3 }) }),
    record({ kind: constantFrom('cite' as const) }),
    record({ kind: constantFrom('call' as const) }),
  ),
  { minLength: 1, maxLength: 8 },
);

/** Each frame has a member of its own at its end, so that none equals the one before and all are parsed. */
const parsed = (frames: Frame[]): Frame[] =>
  frames.map(({ name, data }, index) => ({ name, data: data.replace(/\}$/, `,"n":${index}}`) }));

function events(reader: AnswerReader, frames: Frame[]): CanonicalEvent[] {
  const read = reader.stream({ citations: true });
  return frames.flatMap((frame) => read(frame));
}

/** What the ranges of citations point to. */
function cited(all: CanonicalEvent[]): string[] {
  const { parts, citations } = foldEvents([...all, { type: 'done' }]);
  const whole = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return (citations ?? []).map(({ range }) => (range ? whole.slice(range.start, range.end) : ''));
}

/** A chat stream in which each annotation cites the last piece of text, and numbered sources come with the end. */
function chatFrames(sequence: Step[], numbered: boolean): { frames: Frame[]; expected: string[] } {
  const chunk = (delta: object, finish: string | null = null, more: object = {}): Frame => ({
    name: 'message',
    data: JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }], ...more }),
  });
  const frames: Frame[] = [];
  const expected: string[] = [];
  let length = 0;
  let last = '';
  let calls = 0;
  for (const step of sequence) {
    if (step.kind === 'text')
      for (last of step.pieces) {
        frames.push(chunk({ content: last }));
        length += Array.from(last).length;
      }
    else if (step.kind === 'thought')
      for (const reasoning_content of step.pieces) frames.push(chunk({ reasoning_content }));
    else if (step.kind === 'call')
      frames.push(
        chunk({
          tool_calls: [{ index: calls, id: `call_${calls++}`, function: { name: 'f', arguments: '{}' } }],
        }),
      );
    else if (last !== '' && !numbered) {
      const start_index = length - Array.from(last).length;
      const url_citation = { url: URL, title: '', start_index, end_index: length };
      frames.push(chunk({ annotations: [{ type: 'url_citation', url_citation }] }));
      expected.push(last);
    }
  }
  frames.push(chunk({}, 'stop', numbered ? { citations: [URL, `${URL}2`] } : {}));
  return { frames, expected };
}

/** A message stream in which a text block is cited as a whole. */
function messageFrames(sequence: Step[]): { frames: Frame[]; expected: string[] } {
  const frames: Frame[] = [];
  const expected: string[] = [];
  const add = (type: string, more: object) =>
    frames.push({ name: type, data: JSON.stringify({ type, ...more }) });
  add('message_start', { message: { id: 'm', model: 'm', content: [] } });
  for (const [index, step] of sequence.entries()) {
    const next = sequence[index + 1]?.kind;
    const block =
      step.kind === 'text'
        ? { type: 'text', text: '' }
        : step.kind === 'thought'
          ? { type: 'thinking', thinking: '' }
          : { type: 'tool_use', id: `t${index}`, name: 'f', input: {} };
    if (step.kind === 'cite') continue;
    add('content_block_start', { index, content_block: block });
    const deltas =
      step.kind === 'call'
        ? [{ type: 'input_json_delta', partial_json: '{}' }]
        : step.pieces.map((pieceText) =>
            step.kind === 'text'
              ? { type: 'text_delta', text: pieceText }
              : { type: 'thinking_delta', thinking: pieceText },
          );
    for (const delta of deltas) add('content_block_delta', { index, delta });
    if (step.kind === 'text' && next === 'cite') {
      const citation = { type: 'web_search_result_location', url: URL, title: '', cited_text: '' };
      add('content_block_delta', { index, delta: { type: 'citations_delta', citation } });
      expected.push(step.pieces.join(''));
    }
    add('content_block_stop', { index });
  }
  add('message_delta', { delta: { stop_reason: 'end_turn' }, usage: {} });
  return { frames, expected };
}

const chat = providerFor(1)!.chat!;
const anthropic = providerFor(14)!.chat!;

test('annotations of chat streams', () => {
  assert(
    property(steps, (sequence) => {
      const { frames, expected } = chatFrames(sequence, false);
      const fast = events(chat, frames);
      expect(fast).toEqual(events(chat, parsed(frames)));
      expect(cited(fast)).toEqual(expected);
    }),
  );
});

test('annotations keep their order where the first one came before its text was delivered', () => {
  // Blank text at the beginning waits for more.
  const { frames, expected } = chatFrames(
    [{ kind: 'text', pieces: ['\n'] }, { kind: 'cite' }, { kind: 'text', pieces: ['\0'] }, { kind: 'cite' }],
    false,
  );
  expect(cited(events(chat, frames))).toEqual(expected);
});

test('numbered sources of chat streams', () => {
  assert(
    property(steps, (sequence) => {
      const { frames } = chatFrames(sequence, true);
      const fast = events(chat, frames);
      expect(fast).toEqual(events(chat, parsed(frames)));
      for (const found of cited(fast)) expect(['', '[1]', '[2]']).toContain(found);
    }),
  );
});

test('citations of message streams', () => {
  assert(
    property(steps, (sequence) => {
      const { frames, expected } = messageFrames(sequence);
      const fast = events(anthropic, frames);
      expect(fast).toEqual(events(anthropic, parsed(frames)));
      expect(cited(fast)).toEqual(expected);
    }),
  );
});
