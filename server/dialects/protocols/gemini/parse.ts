import type { CanonicalChat } from '../../canonical/chat.js';
import { parseWhole } from '../../json/top-level.js';
import { readContents, readSystem } from './contents.js';
import { GoogleFields } from './google-fields.js';
import { NATIVE_MEMBERS } from './part-table.js';
import { readPath } from './path.js';
import { readSettings } from './settings.js';
import { readTools } from './tools.js';

/** https://ai.google.dev/api/generate-content. Safety settings and labels exist only at Google and are left out. */
export function parseGenerate(body: Buffer, path: string): CanonicalChat {
  const { model, action } = readPath(path);
  return parseWhole(body, 'invalid_gemini_request', (fields) => {
    const outer = new GoogleFields(fields);
    // A countTokens request may contain a complete generateContent request.
    const request = outer.object('generateContentRequest') ?? outer;
    const nativeOnly: string[] = [];
    for (const name of NATIVE_MEMBERS) if (request.has(name)) nativeOnly.push(request.place(name));
    return {
      model,
      system: readSystem(request, nativeOnly),
      turns: readContents(request, nativeOnly),
      ...readTools(request, nativeOnly),
      ...readSettings(request.object('generationConfig'), nativeOnly),
      stream: action === 'streamGenerateContent',
      includeUsage: true,
      ...(nativeOnly.length > 0 && { nativeOnly }),
    };
  });
}
