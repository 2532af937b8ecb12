import { ApiError } from '../../../../contract/errors/api-error.js';
import { record } from '../../../json/lenient.js';
import type { JsonObject } from '../../../json/object.js';
import { scanObject } from '../../../json/scan.js';
import { splice } from '../../../json/splice.js';
import { forwardedQuery } from '../../forwarded-query.js';
import type {
  StoredResponseAction,
  NativeChange,
  NativeCodec,
  Target,
  UpstreamCall,
} from '../../provider.js';
import { leaveOutEmptyTools } from '../../rules/empty-tools.js';
import { addressOf, bearerHeaders, chatHeaders } from '../address.js';
import { inMode, modeMembers, otherModeOfBody, RESPONSES_MODES } from '../chat-request/answer-modes.js';
import { fitEffort } from '../chat-request/efforts.js';
import { rulesOf, takesEffort } from '../models.js';
import { readResponse } from './responses-answer.js';
import { readResponseStream } from './responses-stream.js';
import type { OpenAIDialect } from '../dialect.js';

/** What models that do not reason refuse to include. */
const ENCRYPTED = 'reasoning.encrypted_content';

/** Responses clients on OpenAI: the client's bytes, with only the necessary changes spliced in. */
export const nativeResponses = (dialect: OpenAIDialect): NativeCodec => ({
  reader: { answer: readResponse, stream: readResponseStream },
  request: (body, change, target) => request(body, change, target, dialect),
  // `endOf` finds the event that ends a stream; a stream without one was cut.
  end: '',
  endOf,
  endsOnce: true,
  storedResponse: (id, action, target) => storedResponseCall(id, action, target, dialect),
});

function request(
  body: Buffer,
  requestedChange: NativeChange,
  target: Target,
  dialect: OpenAIDialect,
): UpstreamCall {
  const rules = rulesOf(requestedChange.model);
  const object = scanObject(body);
  const mode = otherModeOfBody(RESPONSES_MODES, object, requestedChange, target);
  const change = inMode(mode, requestedChange);
  const member = object.find('reasoning');
  const reasoning = member ? record(object.value(member)) : {};
  const changes = new Map<string, string | undefined>(modeMembers(mode));
  let effort: unknown = rules.effort ?? reasoning.effort;
  if (change.passThrough) changes.set('model', JSON.stringify(change.model));
  else {
    changes.set('model', JSON.stringify(rules.model));
    const isMapped = change.model !== target.requestedModel;
    if (isMapped && !takesEffort(rules.model)) {
      effort = undefined;
      withoutReasoning(object, changes);
    } else if (isMapped && rules.reasons && typeof effort === 'string')
      effort = fitEffort(effort, rules.model);
    if (effort !== reasoning.effort && effort !== undefined)
      changes.set('reasoning', JSON.stringify({ ...reasoning, effort }));
    // A stored prompt has tools of its own, which an empty list replaces.
    if (!object.find('prompt')) leaveOutEmptyTools(object, changes);
    for (const [name, value] of Object.entries(target.override ?? {})) {
      // Streaming and background mode are already decided: an override cannot change them.
      if (name !== 'stream' && name !== 'background') changes.set(name, JSON.stringify(value));
    }
  }
  return {
    method: 'POST',
    url: addressOf(dialect, '/v1/responses', target),
    headers: chatHeaders(target, change.stream, dialect),
    body: splice(object, changes),
    ...(typeof effort === 'string' && { reasoningEffort: effort }),
    ...(mode && { answerMode: mode }),
  };
}

/** For a model that does not reason, to which the client's own one is mapped. */
function withoutReasoning(object: JsonObject, changes: Map<string, string | undefined>): void {
  changes.set('reasoning', undefined);
  const member = object.find('include');
  const included = member && object.value(member);
  if (Array.isArray(included) && included.includes(ENCRYPTED))
    changes.set('include', JSON.stringify(included.filter((name) => name !== ENCRYPTED)));
}

const METHODS = { retrieve: 'GET', delete: 'DELETE', 'list-input': 'GET', cancel: 'POST' } as const;
const BELOW = { retrieve: '', delete: '', 'list-input': '/input_items', cancel: '/cancel' } as const;

/** Query parameters of https://platform.openai.com/docs/api-reference/responses/get and /input-items */
const STORED_RESPONSE_QUERY =
  'include include[] include_obfuscation stream starting_after after before limit order'.split(' ');

/**
 * A call on a stored response, with the query parameters that select members and pages. @throws ApiError 400 for `stream`
 */
function storedResponseCall(
  id: string,
  action: StoredResponseAction,
  target: Target,
  dialect: OpenAIDialect,
): UpstreamCall {
  const path = `/v1/responses/${encodeURIComponent(id)}${BELOW[action]}`;
  const query = forwardedQuery(target.path, STORED_RESPONSE_QUERY);
  if (new URLSearchParams(query).get('stream') === 'true')
    throw new ApiError('unsupported_parameter', { detail: 'stream: the answer is whole already' });
  return {
    method: METHODS[action],
    url: withQuery(addressOf(dialect, path, target), query),
    headers: (dialect.headers ?? bearerHeaders)(target),
  };
}

/** Some URLs have a query already. */
function withQuery(url: string, query: string): string {
  return url.includes('?') ? url + query.replace('?', '&') : url + query;
}

const EVENT = 'event: response.';
/** Failures are not ends: they are forwarded immediately, and the reader reports them. */
const ENDS = ['completed\n', 'incomplete\n', 'completed\r', 'incomplete\r'];
const MAX_END = 11;
const LF = 0x0a;

/** No event of a response follows its end, so only the last event is checked. */
function endOf(events: Buffer): number {
  for (let at = events.lastIndexOf(EVENT); at !== -1; at = events.lastIndexOf(EVENT, at - 1)) {
    if (at === 0 || events[at - 1] === LF) {
      const name = events.toString('latin1', at + EVENT.length, at + EVENT.length + MAX_END);
      return ENDS.some((end) => name.startsWith(end)) ? at : -1;
    }
  }
  return -1;
}
