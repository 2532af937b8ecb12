import { PIXEL } from '../dialects/image-calls.js';
import { geminiDialect } from './gemini-dialect.js';
import type { Dialect } from './scripted-answer.js';
import { geminiViolations } from './strict/gemini-rules.js';
import { items, json, show, Violations, type Json } from './strict/violations.js';

const PATH = /\/models\/([^/:]*-image[^/:]*):generateContent$/;
const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const LONG_RATIOS = ['1:4', '4:1', '1:8', '8:1'];
const INPUTS = ['image/png', 'image/jpeg', 'image/webp'];
const CONTEXT = { signatures: { has: () => true } as unknown as ReadonlySet<string> };

/**
 * Gemini models that make images of a prompt and of other images
 * (https://ai.google.dev/gemini-api/docs/image-generation); undefined for all other paths.
 */
export function geminiImageDialect(path: string): Dialect | undefined {
  const model = PATH.exec(path)?.[1];
  if (model === undefined) return undefined;
  return {
    ...geminiDialect,
    refuses: ({ json: body = {} }) =>
      [...geminiViolations(body, model, CONTEXT), ...imageViolations(body, model)][0],
    whole: (answer, name) => ({
      candidates: [
        {
          content: {
            parts: [
              { text: answer.text.join('') },
              { inlineData: { mimeType: 'image/png', data: PIXEL.toString('base64') } },
            ],
            role: 'model',
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      ...(answer.usage && {
        usageMetadata: {
          promptTokenCount: answer.usage.input,
          candidatesTokenCount: 1290,
          totalTokenCount: answer.usage.input + 1290,
          candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
        },
      }),
      modelVersion: name,
      responseId: 'scripted',
    }),
  };
}

function imageViolations(body: Json, model: string): string[] {
  const found = new Violations();
  const { responseModalities, imageConfig } = json(body.generationConfig);
  found.expect(items(responseModalities).includes('IMAGE'), 'responseModalities', 'no image is requested');
  const { aspectRatio, imageSize } = json(imageConfig);
  const isNew = /gemini-[3-9]/.test(model);
  const isFlash = isNew && model.includes('-flash');
  found.known(json(imageConfig), ['aspectRatio', 'imageSize'], 'imageConfig');
  found.expect(
    imageSize === undefined ||
      (isNew && ['1K', '2K', '4K', ...(isFlash ? ['512'] : [])].includes(show(imageSize))),
    'imageSize',
    'must be one of the accepted sizes',
  );
  found.expect(
    aspectRatio === undefined || [...RATIOS, ...(isFlash ? LONG_RATIOS : [])].includes(show(aspectRatio)),
    'aspectRatio',
    'must be one of the accepted ratios',
  );
  const parts = items(body.contents).flatMap((content) => items(json(content).parts).map(json));
  found.expect(
    parts.some(({ text }) => typeof text === 'string' && text !== ''),
    'contents',
    'a prompt is required',
  );
  for (const { inlineData } of parts.filter((part) => part.inlineData !== undefined)) {
    const { mimeType, data } = json(inlineData);
    found.expect(INPUTS.includes(show(mimeType)), 'inlineData.mimeType', 'not an image');
    found.expect(data === PIXEL.toString('base64'), 'inlineData.data', 'not the image in base64');
  }
  return found.list;
}
