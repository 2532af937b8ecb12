import { CLIENT_SAMPLES, type ClientName, type SampleParts } from './client-samples';
import { type CodeLanguage, type CodeRequest, REQUEST_CODE } from './request-code';

export type SampleName = CodeLanguage | ClientName;

/** Example requests by programming language, and the configuration of clients, ready to run. */
export const SAMPLES: Record<SampleName, (parts: SampleParts) => string> = {
  curl: (parts) => REQUEST_CODE.curl(hello(parts)),
  Python: (parts) => REQUEST_CODE.Python(hello(parts)),
  JavaScript: (parts) => REQUEST_CODE.JavaScript(hello(parts)),
  ...CLIENT_SAMPLES,
};

export const SAMPLE_NAMES = Object.keys(SAMPLES) as SampleName[];

function hello({ address, key, model }: SampleParts): CodeRequest {
  const body = { model, messages: [{ role: 'user', content: 'Hello' }] };
  return { address, key, path: '/v1/chat/completions', body };
}
