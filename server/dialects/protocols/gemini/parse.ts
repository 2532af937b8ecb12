import type { CanonicalChat } from '../../canonical/chat.js';
import { parseWhole } from '../../json/top-level.js';
import { readContents, readSystem } from './contents.js';
import { GoogleFields } from './google-fields.js';
import { readPath } from './path.js';
import { readSettings } from './settings.js';
import { readTools } from './tools.js';

/** https://ai.google.dev/api/generate-content. Safety settings and labels exist only at Google and are left out. */
export function parseGenerate(body: Buffer, path: string): CanonicalChat {
  const { model, action } = readPath(path);
  return parseWhole(body, 'invalid_gemini_request', (fields) => {
    const given = new GoogleFields(fields);
    // A countTokens request may contain a complete generateContent request.
    const request = given.object('generateContentRequest') ?? given;
    const nativeOnly: string[] = [];
    if (request.has('cachedContent')) nativeOnly.push(request.place('cachedContent'));
    return {
      model,
      system: readSystem(request),
      turns: readContents(request, nativeOnly),
      ...readTools(request, nativeOnly),
      ...readSettings(request.object('generationConfig'), nativeOnly),
      stream: action === 'streamGenerateContent',
      includeUsage: true,
      ...(nativeOnly.length > 0 && { nativeOnly }),
    };
  });
}
