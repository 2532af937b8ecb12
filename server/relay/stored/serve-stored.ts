import { ApiError } from '../../contract/errors/api-error.js';
import type { UnknownRecord } from '../../dialects/json/lenient.js';
import type { StoredResponseAction } from '../../dialects/kit/provider.js';
import type { StoredResponse, StoredResponses } from './stored-responses.js';

const MAX_PAGE = 100;
const DEFAULT_PAGE = 20;

/**
 * Implements OpenAI's endpoints of stored responses (https://platform.openai.com/docs/api-reference/responses) for responses
 * that the gateway stores itself.
 * @param path path of the call, with query
 * @throws ApiError response_not_found, invalid_request
 */
export async function showStored(
  responses: StoredResponses,
  userId: number,
  id: string,
  action: StoredResponseAction,
  path: string,
): Promise<object> {
  const stored = (await responses.find(userId, [id])).get(id);
  if (!stored) throw new ApiError('response_not_found', { id });
  switch (action) {
    case 'retrieve':
      return stored.response;
    case 'list-input':
      return inputPage(id, stored, new URL(path, 'http://gateway').searchParams);
    case 'delete':
      await responses.forget(userId, id);
      return { id, object: 'response', deleted: true };
    case 'cancel':
      throw new ApiError('invalid_request', { detail: 'Cannot cancel a synchronous response.' });
  }
}

/** Newest first, unless `order=asc`. */
function inputPage(id: string, { input }: StoredResponse, query: URLSearchParams): object {
  const items = input.map((item, at): UnknownRecord => ({
    id: `msg_${id.slice('resp_'.length)}_in${at}`,
    ...item,
  }));
  if (query.get('order') !== 'asc') items.reverse();
  const after = items.findIndex((item) => item.id === query.get('after'));
  const limit = Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(query.get('limit'))) || DEFAULT_PAGE));
  const data = items.slice(after + 1, after + 1 + limit);
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: after + 1 + data.length < items.length,
  };
}
