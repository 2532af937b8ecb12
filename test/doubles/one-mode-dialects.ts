import { completionsDialect } from './completions-dialect.js';
import { openaiDialect } from './openai-dialect.js';
import { responsesDialect } from './responses-dialect.js';
import type { Dialect } from './scripted-answer.js';
import {
  aliModeViolations,
  fireworksModeViolations,
  responsesModeViolations,
} from './strict/answer-mode-rules.js';
import type { Json } from './strict/violations.js';

/** An API that refuses requests for the mode that a model does not have. */
const inItsMode = (dialect: Dialect, violations: (body: Json) => readonly string[]): Dialect => ({
  ...dialect,
  refuses: (request) => dialect.refuses?.(request) ?? violations(request.json ?? {})[0],
});

/** Paths of DashScope, Fireworks and OpenAI's Responses. */
export const oneModeDialects: readonly (readonly [path: string, Dialect])[] = [
  ['/compatible-mode/v1/chat/completions', inItsMode(openaiDialect, aliModeViolations)],
  ['/inference/v1/chat/completions', inItsMode(openaiDialect, fireworksModeViolations)],
  ['/inference/v1/completions', inItsMode(completionsDialect, fireworksModeViolations)],
  ['/v1/responses', inItsMode(responsesDialect, responsesModeViolations)],
];
