import { table } from '../../../core/table.js';
import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { readError as readOpenAIError } from '../openai/errors.js';
import { failure, invalidResponse } from '../openai/provider-error.js';
import type { UpstreamHeaders } from '../provider.js';

/**
 * What Cloudflare's codes mean: https://developers.cloudflare.com/workers-ai/platform/errors/,
 * https://developers.cloudflare.com/ai-gateway/features/guardrails/set-up-guardrail/. Other codes leave the HTTP status as it is.
 */
const MEANINGS = table<Partial<UpstreamFailure> & { status: number }>({
  // The key or the account is unusable.
  10000: { status: 401, disables: true, retryable: true },
  9109: { status: 401, disables: true, retryable: true },
  3023: { status: 403, disables: true, retryable: true },
  // The daily free allocation is used up.
  3036: { status: 429, code: 'insufficient_quota', disables: true, retryable: true },
  3040: { status: 429, retryable: true },
  // The account has no such model, or may not use it; another channel may.
  5007: { status: 404, code: 'model_not_found', retryable: true },
  3042: { status: 404, code: 'model_not_found', retryable: true },
  5016: { status: 403, retryable: true },
  5018: { status: 403, retryable: true },
  3041: { status: 403, retryable: true },
  3006: { status: 413, retryable: false },
  3007: { status: 408, retryable: false },
  3008: { status: 408, retryable: false },
  // Blocked by the guardrails of an AI Gateway.
  2016: { status: 400, code: 'content_filter', retryable: false },
  2017: { status: 400, code: 'content_filter', retryable: false },
});

/** Parses a response whose status is not 2xx: `{"success":false,"errors":[{"code":10000,"message":"…"}]}`. */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  return adjustFailure(readOpenAIError(status, headers, JSON.stringify(withErrorObject(parsed(body)))));
}

/** A response with the error object of OpenAI if it reports an error in Cloudflare's format. */
export function withErrorObject(body: UnknownRecord): UnknownRecord {
  const [error] = list(Array.isArray(body.error) ? body.error : body.errors).map(record);
  if (body.success !== false && !Array.isArray(body.error) && (!error || body.choices)) return body;
  const message = text(error?.message) || 'the request failed without a message';
  return { error: { message, code: error?.code } };
}

/** Replaces what follows from the HTTP status by what Cloudflare's code means. */
export function adjustFailure(failed: UpstreamFailure): UpstreamFailure {
  const meaning = MEANINGS[failed.code];
  if (!meaning) return failed;
  return { ...failed, kind: 'upstream_error', ...meaning };
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
      adjustFailure(failure({ message: text(error.message), kind: '', code }, 502, () => true)),
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
