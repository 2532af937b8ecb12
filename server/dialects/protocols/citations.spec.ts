import { targetOf } from '../../../test/dialects/recorded.js';
import type { CanonicalResponse } from '../canonical/events.js';
import { thinkingAsText } from '../canonical/thinking.js';
import { foldEvents, unfoldAnswer } from '../canonical/fold.js';
import { noUsage } from '../canonical/usage.js';
import type { ProtocolName } from './protocol.js';
import { protocols } from './registry.js';
import type { AnswerReader } from '../kit/provider.js';
import {
  TEXT,
  CITED,
  START,
  END,
  URL_ONE,
  URL_TWO,
  usage,
  context,
  chat,
  anthropic,
  perplexity,
  responses,
  chunk,
  annotation,
  location,
  grounding,
  sources,
  message,
  cases,
} from '../../../test/dialects/cited-answers.js';

/** Sources of an answer cross between all protocols, streamed and not. */

function whole(reader: AnswerReader, body: object): CanonicalResponse {
  return reader.answer(body);
}

function streamed(reader: AnswerReader, events: [string, object][]): CanonicalResponse {
  const read = reader.stream({ citations: true });
  const seen = events.flatMap(([name, data]) => read({ name, data: JSON.stringify(data) }));
  return foldEvents([...seen, { type: 'done' }]);
}

/** All JSON of the frames that a client of this protocol gets. */
function frames(name: ProtocolName, answer: CanonicalResponse): Record<string, unknown>[] {
  const renderer = protocols[name].stream(context);
  const text = unfoldAnswer(answer)
    .map((event) => renderer.event(event))
    .join('');
  return (text + renderer.end(noUsage()))
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
}

describe.each(cases)('%s', (_name, reader, body, events) => {
  describe.each([
    ['whole', () => whole(reader, body)],
    ['streamed', () => streamed(reader, events)],
  ])('%s', (_kind, answer) => {
    test('name the page and the stretch of text', () => {
      const { citations } = answer();
      expect(citations).toHaveLength(1);
      expect(citations).toMatchObject([{ url: URL_ONE, title: 'Paris', range: { start: START, end: END } }]);
    });

    test('reach clients of chat', () => {
      expect(protocols['openai-chat'].answer(answer(), context)).toMatchObject({
        choices: [{ message: { content: TEXT, annotations: [annotation] } }],
      });
      expect(frames('openai-chat', answer())).toContainEqual(
        expect.objectContaining({
          choices: [expect.objectContaining({ delta: { annotations: [annotation] } })],
        }),
      );
    });

    test('reach clients of Responses', () => {
      const shown = JSON.stringify(protocols['openai-responses'].answer(answer(), context));
      expect(shown).toContain(`"type":"url_citation","url":"${URL_ONE}","title":"Paris"`);
      const events = frames('openai-responses', answer());
      const added = events.filter(({ type }) => type === 'response.output_text.annotation.added');
      expect(added).toMatchObject([
        { item_id: expect.stringMatching(/^msg_/), annotation_index: 0, annotation: { url: URL_ONE } },
      ]);
      expect(JSON.stringify(events.at(-1))).toContain(URL_ONE);
    });

    test('reach clients of Messages', () => {
      const { content } = protocols['anthropic-messages'].answer(answer(), context) as {
        content: { text: string; citations?: object[] }[];
      };
      expect(content.map(({ text }) => text).join('')).toBe(TEXT);
      const cited = content.filter(({ citations }) => citations !== undefined);
      expect(cited).toMatchObject([{ citations: [{ type: location.type, url: URL_ONE, title: 'Paris' }] }]);
      expect(frames('anthropic-messages', answer())).toContainEqual(
        expect.objectContaining({
          delta: expect.objectContaining({
            type: 'citations_delta',
            citation: expect.objectContaining({ url: URL_ONE }),
          }),
        }),
      );
    });

    test('reach clients of Google, counted in bytes', () => {
      expect(protocols.gemini.answer(answer(), context)).toMatchObject({
        candidates: [{ groundingMetadata: grounding }],
      });
      expect(frames('gemini', answer()).at(-1)).toMatchObject({
        candidates: [{ groundingMetadata: grounding }],
      });
    });
  });
});

describe('sources that the text refers to by number', () => {
  const events: [string, object][] = [
    ['message', chunk({ content: TEXT.slice(0, 30) }, null, sources)],
    ['message', chunk({ content: TEXT.slice(30) }, null, sources)],
    ['message', chunk({}, 'stop', sources)],
  ];
  test.each([
    ['whole', () => whole(perplexity.chat!, message({}, sources))],
    ['streamed', () => streamed(perplexity.chat!, events)],
  ])('are cited where the text does, %s', (_kind, answer) => {
    const at = (mark: string) => ({ start: TEXT.indexOf(mark), end: TEXT.indexOf(mark) + mark.length });
    expect(answer().citations).toEqual([
      { url: URL_ONE, title: 'Paris', range: at('[1]') },
      { url: URL_TWO, title: 'Rome', range: at('[2]') },
    ]);
  });

  test('are of the whole answer where the text does not', () => {
    const { citations } = chat.chat!.answer({
      id: 'c',
      choices: [{ message: { content: 'No marks.' }, finish_reason: 'stop' }],
      citations: [URL_ONE],
      usage,
    });
    expect(citations).toEqual([{ url: URL_ONE }]);
  });
});

test('a file that the response made is no source', () => {
  const annotations = [{ type: 'file_path', file_id: 'file-2', index: 3 }];
  const content = [{ type: 'output_text', text: TEXT, annotations }];
  const answer = whole(responses, { status: 'completed', output: [{ type: 'message', content }] });
  expect(answer.citations).toBeUndefined();
});

test('files cross where both sides can name them', () => {
  const file = { type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: 3 };
  const body = {
    id: 'resp_1',
    status: 'completed',
    output: [{ type: 'message', content: [{ type: 'output_text', text: TEXT, annotations: [file] }] }],
  };
  const answer = whole(responses, body);
  expect(answer.citations).toEqual([{ file: { id: 'file-1', name: 'a.pdf' } }]);
  expect(JSON.stringify(protocols['openai-responses'].answer(answer, context))).toContain(
    '"type":"file_citation","file_id":"file-1"',
  );
  const document = {
    type: 'char_location',
    document_index: 0,
    document_title: 'Doc',
    file_id: 'file_2',
    cited_text: 'x',
    start_char_index: 0,
    end_char_index: 1,
  };
  const claude = whole(anthropic.chat!, {
    content: [{ type: 'text', text: 'Yes.', citations: [document] }],
    stop_reason: 'end_turn',
  });
  expect(claude.citations).toEqual([
    { file: { id: 'file_2', name: 'Doc' }, title: 'Doc', citedText: 'x', range: { start: 0, end: 4 } },
  ]);
});

test('ranges move with thoughts that are shown as text', () => {
  const shown = thinkingAsText();
  const answer = foldEvents(
    [
      { type: 'reasoning-delta' as const, text: 'hm' },
      { type: 'text-delta' as const, text: TEXT },
      { type: 'citation' as const, citation: { url: URL_ONE, range: { start: START, end: END } } },
      { type: 'finish' as const, reason: 'stop' as const },
    ].flatMap(shown),
  );
  const text = answer.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const { start, end } = answer.citations![0]!.range!;
  expect(text.slice(start, end)).toBe(CITED);
});

test('citations of other providers are not sent to Claude when the conversation goes on', () => {
  const native = anthropic.native['anthropic-messages']!;
  const foreign = { ...location, encrypted_index: '' };
  const target = targetOf({ type: 14, model: 'claude-x', path: '/v1/messages' });
  const sent = (citations: object[]) => {
    const body = {
      model: 'claude-x',
      max_tokens: 9,
      messages: [{ role: 'assistant', content: [{ type: 'text', text: 'a', citations }] }],
    };
    const change = { model: 'claude-x', stream: false, includeUsage: false, passThrough: false };
    const call = native.request(Buffer.from(JSON.stringify(body)), change, target);
    return JSON.parse(call.body!.toString()) as { messages: { content: object[] }[] };
  };
  expect(sent([foreign]).messages[0]!.content).toEqual([{ type: 'text', text: 'a' }]);
  expect(sent([foreign, location]).messages[0]!.content).toEqual([
    { type: 'text', text: 'a', citations: [location] },
  ]);
});
