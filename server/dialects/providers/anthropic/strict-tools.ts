import type { CanonicalTool } from '../../canonical/chat.js';
import { inputSchema } from './input-schema.js';
import { complexityOf, fitSchema, isWithinLimits, type Complexity } from './output-schema.js';

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs#schema-complexity-limits */
export const MAX_STRICT_TOOLS = 20;

/** Members of a tool that describe its input. */
export interface ToolInput {
  readonly input_schema: object;
  readonly strict?: true;
}

/**
 * The schemas of tools, strict where the client requests it and the schema can be enforced
 * (https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use). Beyond the limits of a request the last
 * tools are not strict: the API would reject all.
 * @param strict whether the model supports it
 * @param format schema of the response, which counts towards the limits
 */
export function toolInputs(
  tools: readonly CanonicalTool[],
  strict: boolean,
  format: object | undefined,
): readonly ToolInput[] {
  let used: Complexity = complexityOf(format);
  let left = MAX_STRICT_TOOLS;
  return tools.map(({ name, parameters, strict: isStrict }) => {
    const plain = { input_schema: inputSchema(name, parameters) };
    if (!strict || !isStrict || left === 0) return plain;
    const fitted = fitSchema(plain.input_schema);
    if (!fitted) return plain;
    const sum = complexityOf(fitted, used);
    if (!isWithinLimits(sum)) return plain;
    used = sum;
    left--;
    return { input_schema: fitted, strict: true };
  });
}
