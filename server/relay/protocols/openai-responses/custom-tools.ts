import { isRecord } from '../../json/loose.js';
import type { HubTool } from '../../hub/chat.js';
import type { Fields } from '../../json/fields.js';

/**
 * Custom tools take free text, which only OpenAI has: elsewhere they are functions with one string
 * (spec/relay-and-billing.md E3).
 */
const parameters = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};

/** A grammar cannot be enforced elsewhere, but it can be told. @throws FieldError */
export function readCustomTool(tool: Fields): HubTool {
  const format = tool.object('format');
  const definition = format?.string('definition');
  const grammar =
    definition === undefined
      ? undefined
      : `The input must match this ${format?.string('syntax') ?? ''} grammar:\n${definition}`;
  const description = [tool.string('description'), grammar].filter((part) => part !== undefined);
  return {
    name: tool.neededString('name'),
    description: description.length > 0 ? description.join('\n\n') : undefined,
    parameters,
  };
}

/** Arguments of the function that stands for a custom tool. */
export function customArguments(input: string): string {
  return JSON.stringify({ input });
}

/** The free text in such arguments; models that forget the form are taken at their word. */
export function customInput(given: string): string {
  try {
    const value: unknown = JSON.parse(given);
    if (isRecord(value) && typeof value.input === 'string') return value.input;
  } catch {
    // Cut short, or never meant to be JSON.
  }
  return given;
}
