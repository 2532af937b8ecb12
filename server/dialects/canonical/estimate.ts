import type { CanonicalChat, TurnPart } from './chat.js';
import { imageSize } from './media/image-size.js';
import { imageTokens } from './media/image-tokens.js';
import { TokenCounter } from './tokens.js';

/** Approximate tokens of one text, rounded up to an integer; see TokenCounter. */
export function estimateTokens(text: string): number {
  const counter = new TokenCounter();
  counter.add(text);
  return Math.ceil(counter.tokens);
}

/**
 * Approximate prompt tokens of a whole request: its texts, plus 4 for the system prompt and for each turn, 3 for the start
 * of the response, 8 once if there are tools, and fixed amounts for attachments (see `addPart`).
 */
export function estimatePrompt(chat: CanonicalChat): number {
  const counter = new TokenCounter();
  let tokens = 3;
  if (chat.system.length > 0) tokens += 4;
  for (const part of chat.system) counter.add(part.text);
  for (const turn of chat.turns) {
    tokens += 4;
    for (const part of turn.parts) tokens += addPart(counter, part, chat.model);
  }
  if (chat.tools.length > 0) tokens += 8;
  for (const tool of chat.tools) {
    counter.add(tool.name);
    counter.add(tool.description ?? '');
    if (tool.parameters !== undefined) counter.add(JSON.stringify(tool.parameters));
  }
  return tokens + Math.ceil(counter.tokens);
}

/** Tokens of encrypted reasoning: about four base64 characters per token. */
export function redactedTokens(data: string): number {
  return Math.ceil(data.length / 4);
}

/** Counts the part's text and returns the tokens to add for its other content. */
function addPart(counter: TokenCounter, part: TurnPart, model: string): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      counter.add(part.text);
      return 0;
    case 'image':
      return imageTokens(
        model,
        part.detail,
        part.source.type === 'base64' && part.detail !== 'low' ? imageSize(part.source.data) : undefined,
      );
    case 'audio':
      return 100;
    case 'file':
      return 5000;
    case 'tool-call':
      counter.add(part.name);
      counter.add(part.arguments);
      return 0;
    case 'tool-result':
      return part.parts.reduce((sum, inner) => sum + addPart(counter, inner, model), 0);
    case 'reasoning-redacted':
      return redactedTokens(part.data);
  }
}
