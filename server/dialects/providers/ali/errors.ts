import { isRecord, text, type UnknownRecord } from '../../json/lenient.js';
import type { UpstreamError } from '../../canonical/failure.js';
import { contentFiltered, workFailed } from '../../kit/images/image-answer.js';

/** @throws UpstreamError if this is the body of an error */
export function failIn(answer: UnknownRecord): void {
  if (!isRecord(answer.output) && text(answer.code) !== '') throw failureOf(answer);
}

/** https://www.alibabacloud.com/help/en/model-studio/error-code */
export function failureOf({ code, message }: UnknownRecord): UpstreamError {
  if (/^(DataInspectionFailed|IPInfringementSuspect)/i.test(text(code)))
    return contentFiltered(text(message) || text(code));
  return workFailed(text(message), { code: text(code) || 'generation_failed' });
}
