import type { AnswerPart, CanonicalEvent, CanonicalResponse } from '../events.js';

/** The client's names of tools that were sent under other names, by those names. */
export type ToolNames = ReadonlyMap<string, string>;

/** An event with the client's name of the tool that it calls. */
export function withClientName(event: CanonicalEvent, names: ToolNames): CanonicalEvent {
  const name = event.type === 'tool-start' ? names.get(event.name) : undefined;
  return name === undefined ? event : ({ ...event, name } as CanonicalEvent);
}

/** A response with the client's names of the tools that it calls. */
export function withClientNames(response: CanonicalResponse, names: ToolNames): CanonicalResponse {
  return { ...response, parts: response.parts.map((part) => named(part, names)) };
}

function named(part: AnswerPart, names: ToolNames): AnswerPart {
  const name = part.type === 'tool-call' ? names.get(part.name) : undefined;
  return name === undefined ? part : ({ ...part, name } as AnswerPart);
}
