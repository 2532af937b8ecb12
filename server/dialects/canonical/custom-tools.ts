import type { CanonicalTool } from './chat.js';

/**
 * Custom tools take free text, which only OpenAI has: elsewhere they are functions with one string
 * (https://platform.openai.com/docs/guides/function-calling#custom-tools).
 */
const parameters = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};

/** Rules that the input must follow. */
export interface Grammar {
  /** `lark` or `regex`. */
  syntax: string;
  definition: string;
}

/** The function that stands for a custom tool. A grammar cannot be enforced elsewhere: it becomes part of the description. */
export function customTool(name: string, description: string | undefined, grammar?: Grammar): CanonicalTool {
  const rules = grammar && `The input must match this ${grammar.syntax} grammar:\n${grammar.definition}`;
  const texts = [description, rules].filter((part) => part !== undefined);
  return { name, description: texts.length > 0 ? texts.join('\n\n') : undefined, parameters };
}

/** Arguments of the function that stands for a custom tool. */
export function customArguments(input: string): string {
  return JSON.stringify({ input });
}

/** The free text in such arguments; models that forget the form are taken at their word. */
export function customInput(given: string): string {
  try {
    const value: unknown = JSON.parse(given);
    const isForm = typeof value === 'object' && value !== null && 'input' in value;
    if (isForm && typeof value.input === 'string') return value.input;
  } catch {
    // Cut short, or never meant to be JSON.
  }
  return given;
}
