import type { CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, list, record, text } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { innerError } from './errors.js';
import { readUsage } from './stream.js';

/**
 * Reads a complete response.
 * @throws UpstreamError for an error inside a 200 response, work that failed, or a response without an answer
 */
export function readAnswer(body: unknown): CanonicalResponse {
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  const data = record(record(body).data);
  if (data.task_status === 'FAIL') throw new UpstreamError(invalidResponse('the task failed'));
  const choices = list(data.choices).filter(isRecord);
  if (choices.length === 0) throw new UpstreamError(invalidResponse('the answer is not of this API'));
  const said = choices.map(({ content }) => unquoted(text(content))).join('');
  return {
    id: text(data.task_id) || text(data.request_id),
    model: '',
    parts: said === '' ? [] : [{ type: 'text', text: said }],
    finish: { reason: 'stop' },
    usage: readUsage(data.usage),
  };
}

/** The text is a JSON string inside the content; some models send it plain or with bare quotes. */
function unquoted(content: string): string {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'string') return value;
  } catch {
    // Plain text, or line feeds between the quotes.
  }
  return content.length > 1 && content.startsWith('"') && content.endsWith('"')
    ? content.slice(1, -1)
    : content;
}
