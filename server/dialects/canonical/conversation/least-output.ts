/**
 * Smallest output limit, in tokens per choice, that is sent to a model of OpenAI's Responses API:
 * https://platform.openai.com/docs/api-reference/responses/create
 */
export const LEAST_OUTPUT_TOKENS = 16;
