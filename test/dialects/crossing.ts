import { readFileSync } from 'node:fs';
import type { Citation } from '../../server/dialects/canonical/citations.js';
import type { CanonicalEvent, CanonicalResponse } from '../../server/dialects/canonical/events.js';
import type { Usage } from '../../server/dialects/canonical/usage.js';
import type { ProtocolName } from '../../server/dialects/protocols/protocol.js';
import type { AnswerReader, Frame } from '../../server/dialects/kit/provider.js';

/** The client protocols that have tools, reasoning, sources and usage; legacy completions have text only. */
export const CLIENTS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const;
export type Client = Extract<ProtocolName, (typeof CLIENTS)[number]>;

/** A response of a provider whole and as the events of a stream, made from its documentation, and what it contains. */
export interface Recorded {
  /** Page of the documentation. */
  readonly source: string;
  readonly holds: Contents;
  /** Absent if the provider always streams. */
  readonly whole?: object;
  readonly stream: readonly (readonly [name: string, data: object | string])[];
}

/** What a response contains, however it is cut into parts. */
export interface Contents {
  readonly text: string;
  readonly thoughts: string;
  /** Of thoughts, not of calls. */
  readonly signatures: readonly string[];
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly citations: readonly Citation[];
  readonly usage: Usage | null;
}

export function recorded(name: string): Recorded {
  return JSON.parse(readFileSync(`test/fixtures/providers/${name}/crossing.json`, 'utf8')) as Recorded;
}

/** The events of a stream's frames. */
export function readFrames(reader: AnswerReader, frames: Iterable<Frame>): CanonicalEvent[] {
  const read = reader.stream({ citations: true });
  const events: CanonicalEvent[] = [];
  for (const frame of frames) events.push(...read(frame));
  return events;
}

export function contentsOf({ parts, citations, usage }: CanonicalResponse): Contents {
  const textOf = (type: 'text' | 'reasoning') =>
    parts.map((part) => (part.type === type ? part.text : '')).join('');
  return {
    text: textOf('text'),
    thoughts: textOf('reasoning'),
    signatures: parts.flatMap((part) =>
      part.type === 'reasoning' && part.signature !== undefined && part.signature !== ''
        ? [part.signature]
        : [],
    ),
    calls: parts.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ name: part.name, arguments: JSON.parse(part.arguments) as unknown }]
        : [],
    ),
    citations: citations ?? [],
    usage: usage ?? null,
  };
}

/** What a client protocol cannot express, and therefore does not have to return. */
export const EXCEPTIONS: Readonly<Record<Client, readonly string[]>> = {
  'openai-chat': [
    'cites URLs only, without the cited text of the source',
    'cache writes have no lifetime: those of an hour are read as ordinary ones',
  ],
  'openai-responses': [
    'citations have no cited text of the source; files have a place instead of a range, and no title',
    'signatures are inside encrypted_content, which only the gateway that wrote it reads',
    'cache writes have no lifetime',
  ],
  'anthropic-messages': [
    'cites URLs only; a citation is of its whole text block, so that ranges grow to it',
    'the cited text is the citing text where the source reported none',
    'output is not divided into text and reasoning',
  ],
  gemini: [
    'a document has a title only, which is its id and name then; pages have no cited text',
    'pages without a title have their URL as title',
    'cache writes are part of the prompt',
    'a document looks like one that Google retrieved, and is counted as that',
  ],
};

/** The contents as far as the protocol can express them: `EXCEPTIONS` as code. */
export function expressible(client: Client, contents: Contents): Contents {
  const { citations, usage } = contents;
  return {
    ...contents,
    ...(client === 'openai-responses' && { signatures: [] }),
    citations: citations.flatMap((citation) => expressedCitation(client, citation)),
    usage: usage && expressedUsage(client, usage),
  };
}

function expressedCitation(client: Client, citation: Citation): Citation[] {
  const { url, file, title, citedText, range } = citation;
  const page = { ...(url !== undefined && { url }), ...(title !== undefined && { title }) };
  const place = range && { range };
  switch (client) {
    case 'openai-chat':
      return url === undefined ? [] : [{ ...page, ...place }];
    case 'openai-responses':
      return url === undefined ? (file ? [{ file }] : []) : [{ ...page, ...place }];
    case 'anthropic-messages':
      return url === undefined ? [] : [page];
    case 'gemini': {
      if (url !== undefined) return [{ url, title: title ?? url, ...place }];
      const name = file?.name || title || file?.id || '';
      const passage = citedText !== undefined && { citedText };
      return [{ file: { id: name, name }, title: name, ...passage, ...place }];
    }
  }
}

function expressedUsage(client: Client, usage: Usage): Usage {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning } = usage;
  const written = cacheWrite5m + cacheWrite1h;
  switch (client) {
    case 'openai-chat':
    case 'openai-responses':
      return { input, cacheRead, cacheWrite5m: written, cacheWrite1h: 0, output, reasoning };
    case 'anthropic-messages':
      return { input, cacheRead, cacheWrite5m, cacheWrite1h, output: output + reasoning, reasoning: 0 };
    case 'gemini':
      return { input: input + written, cacheRead, cacheWrite5m: 0, cacheWrite1h: 0, output, reasoning };
  }
}

/** What was read back from a client's protocol, without what `EXCEPTIONS` leaves open. */
export function comparable(client: Client, contents: Contents): Contents {
  if (client === 'gemini' && contents.usage) {
    const { more: _more, ...usage } = contents.usage;
    return { ...contents, usage };
  }
  if (client !== 'anthropic-messages') return contents;
  const citations = contents.citations.map(({ range: _range, citedText: _cited, ...citation }) => citation);
  return { ...contents, citations };
}
