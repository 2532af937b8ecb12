import { cacheReadTotal, inputTotal, outputTotal, type Usage } from '../../canonical/usage.js';

interface ModalityCount {
  modality: 'TEXT' | 'AUDIO' | 'IMAGE';
  tokenCount: number;
}

/**
 * Google's numbers: the prompt includes tokens read from a cache, candidates exclude reasoning. Modalities are listed only
 * if there is audio or an image.
 */
export function renderUsage(usage: Usage): object {
  const prompt = inputTotal(usage);
  const output = outputTotal(usage);
  const { more } = usage;
  const cached = cacheReadTotal(usage);
  const audioInput = (more?.audioInput ?? 0) + (more?.audioCacheRead ?? 0);
  const input = modalities(audioInput, more?.imageInput, prompt);
  const produced = modalities(more?.audioOutput, more?.imageOutput, output - usage.reasoning);
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: output - usage.reasoning,
    totalTokenCount: prompt + output,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
    ...(input && { promptTokensDetails: input }),
    ...(produced && { candidatesTokensDetails: produced }),
  };
}

function modalities(audio = 0, image = 0, total: number): ModalityCount[] | undefined {
  if (audio + image === 0) return undefined;
  const all: ModalityCount[] = [
    { modality: 'TEXT', tokenCount: total - audio - image },
    { modality: 'AUDIO', tokenCount: audio },
    { modality: 'IMAGE', tokenCount: image },
  ];
  return all.filter(({ tokenCount }) => tokenCount > 0);
}
