import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { readError as readOpenAIError } from '../../kit/openai/errors.js';
import { failure, invalidResponse } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { cloudflareFacts } from './facts.js';

/** Parses a response whose status is not 2xx: `{"success":false,"errors":[{"code":10000,"message":"…"}]}`. */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const inOpenAIForm = JSON.stringify(withErrorObject(parsed(body)));
  return readOpenAIError(status, headers, inOpenAIForm, cloudflareFacts);
}

/** A response with the error object of OpenAI if it reports an error in Cloudflare's format. */
export function withErrorObject(body: UnknownRecord): UnknownRecord {
  const [error] = list(Array.isArray(body.error) ? body.error : body.errors).map(record);
  if (body.success !== false && !Array.isArray(body.error) && (!error || body.choices)) return body;
  const message = text(error?.message) || 'the request failed without a message';
  return { error: { message, code: error?.code } };
}

/**
 * The `result` of a call of a model; AI Gateways may send it without the envelope.
 * @throws UpstreamError for an error inside a 200 response, or one without a result
 */
export function resultOf(body: unknown): UnknownRecord {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a JSON object'));
  const { error } = withErrorObject(body);
  if (isRecord(error)) {
    const code = typeof error.code === 'number' ? String(error.code) : text(error.code);
    throw new UpstreamError(
      cloudflareFacts.failures.adjusted(
        failure({ message: text(error.message), kind: '', code }, 502, () => true),
      ),
    );
  }
  return 'success' in body ? record(body.result) : body;
}

/** Errors of proxies are HTML or plain text: only their status is used. */
function parsed(body: string): UnknownRecord {
  try {
    return record(JSON.parse(body));
  } catch {
    return {};
  }
}
