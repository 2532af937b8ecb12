import type { CanonicalChat } from '../../canonical/chat.js';
import { jsonInstruction } from '../../canonical/conversation/json-mode.js';
import { isRecord } from '../../json/lenient.js';
import { hasAcceptedNames, inputSchema } from './input-schema.js';
import { fitSchema } from './output-schema.js';

/** Tool for JSON output of models without structured outputs: its input is the response. Clients never see a call of it. */
export const JSON_TOOL = 'structured_json_response';

/** How JSON output is requested: one of three ways. */
export type JsonOutput =
  /** https://platform.claude.com/docs/en/build-with-claude/structured-outputs */
  | { by: 'format'; format: object }
  /** The model must call this tool. */
  | { by: 'tool'; tool: object }
  /** An instruction in the prompt, if a tool cannot be forced or have this schema, or if there is none. */
  | { by: 'instruction'; text: string };

/**
 * @param schemas whether the model supports structured outputs
 * @param thinks whether the model thinks: no tool can be forced then
 */
export function jsonOutput(chat: CanonicalChat, schemas: boolean, thinks: boolean): JsonOutput | undefined {
  const format = chat.responseFormat;
  if (!format || format.type === 'text') return undefined;
  if (format.type === 'json') return { by: 'instruction', text: jsonInstruction(undefined) };
  const { schema } = format;
  const fitted = schemas ? fitSchema(schema) : undefined;
  if (fitted) return { by: 'format', format: { type: 'json_schema', schema: fitted } };
  const isInput = isRecord(schema) && schema.type === 'object' && hasAcceptedNames(schema);
  if (isInput && chat.tools.length === 0 && !thinks) {
    const description = 'Give the answer to the user by calling this tool.';
    return {
      by: 'tool',
      tool: { name: JSON_TOOL, description, input_schema: inputSchema(JSON_TOOL, schema) },
    };
  }
  return { by: 'instruction', text: jsonInstruction(schema) };
}
