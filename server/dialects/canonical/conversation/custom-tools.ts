import type { CanonicalTool } from '../chat.js';

/**
 * JSON schema of the arguments of the function that replaces a custom tool. Custom tools take free text and exist only at
 * OpenAI; other providers get a function with one string argument
 * (https://platform.openai.com/docs/guides/function-calling#custom-tools).
 */
const parameters = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};

/** Grammar that the input must match. */
export interface Grammar {
  /** `lark` or `regex`. */
  syntax: string;
  definition: string;
}

/**
 * The function that replaces a custom tool. Other providers cannot enforce a grammar, so it is appended to the description.
 */
export function customTool(name: string, description: string | undefined, grammar?: Grammar): CanonicalTool {
  const rules = grammar && `The input must match this ${grammar.syntax} grammar:\n${grammar.definition}`;
  const texts = [description, rules].filter((part) => part !== undefined);
  return { name, description: texts.length > 0 ? texts.join('\n\n') : undefined, parameters };
}

/** Arguments of the function that replaces a custom tool. */
export function customArguments(input: string): string {
  return JSON.stringify({ input });
}

/** The free text in such arguments. Arguments that do not have the expected shape are used as they are. */
export function customInput(callArguments: string): string {
  try {
    const value: unknown = JSON.parse(callArguments);
    const isForm = typeof value === 'object' && value !== null && 'input' in value;
    if (isForm && typeof value.input === 'string') return value.input;
  } catch {
    // Cut short, or never meant to be JSON.
  }
  return callArguments;
}
