import { UpstreamError } from '../../canonical/failure.js';
import { list, numeric, record, text } from '../../json/lenient.js';
import type { FormPart } from '../../operations/form.js';
import { notSupported, type OperationRequest } from '../../operations/operation.js';
import { postJson } from '../../kit/images/image-operations.js';
import { jsonBody } from '../../kit/images/input-images.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { parsedAnswer } from '../../kit/openai/operations/operations.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { transcriptAnswer } from '../../kit/audio/transcript.js';
import { transcriptOutput, transcriptRequest } from '../../kit/audio/transcript-request.js';
import type { OperationAnswer, OperationCodec, Target, UpstreamCall } from '../../kit/provider.js';

/** Models that transcribe a file of the request; others fetch it from an address, or are called over WebSocket. */
const MODELS = /^qwen3-asr-flash(?!-(?:filetrans|realtime))/;
/** Of the file in base64. */
const MAX_BYTES = 10 * 1024 * 1024;
/** Formats of OpenAI's API that need times or speakers, which the model does not report. */
const TIMED = new Set(['srt', 'vtt', 'diarized_json']);

/**
 * Qwen-ASR through the compatible mode: https://www.alibabacloud.com/help/en/model-studio/qwen-asr-api-reference. A chat whose
 * message is the audio; its seconds are charged.
 */
export const aliTranscription: OperationCodec = { json: true, request, answer };

/** @throws ApiError 400 for what the model does not support */
function request(operation: OperationRequest, target: Target): UpstreamCall {
  if (!MODELS.test(target.model)) throw notSupported('not supported model for transcriptions');
  const requested = transcriptRequest(operation);
  const { format, words } = transcriptOutput(operation);
  if (TIMED.has(format) || words || requested.speakers)
    throw notSupported(`response_format ${format}: this model reports no times and no speakers`);
  const { start, end } = requested.file;
  if (Math.ceil((end - start) / 3) * 4 > MAX_BYTES)
    throw notSupported('file: larger than 7.5 MB, which this model accepts');
  const [language = ''] = requested.language.toLowerCase().split(/[-_]/);
  const audio = { mediaType: mediaTypeOf(requested.file), bytes: { from: start, to: end } };
  const body = jsonBody(operation, [audio], 'data-url', ([data]) => ({
    model: target.model,
    messages: [
      ...(requested.prompt === ''
        ? []
        : [{ role: 'system', content: [{ type: 'text', text: requested.prompt }] }]),
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data } }] },
    ],
    stream: false,
    asr_options: { enable_itn: false, ...(language !== '' && { language }) },
    ...target.override,
  }));
  return postJson(`${target.baseUrl}/compatible-mode/v1/chat/completions`, bearerHeaders(target), body);
}

/** Forms often declare audio as plain bytes. */
function mediaTypeOf({ contentType = '', fileName = '' }: FormPart): string {
  const [declared = ''] = contentType.toLowerCase().split(';');
  if (/^(?:audio|video)\/[\w.+-]+$/.test(declared.trim())) return declared.trim();
  const [, extension = 'mpeg'] = /\.(\w{2,5})$/.exec(fileName.toLowerCase()) ?? [];
  return `audio/${extension}`;
}

function answer(body: unknown, operation: OperationRequest): OperationAnswer {
  const parsed = parsedAnswer(body);
  const { content, annotations } = record(record(list(parsed.choices)[0]).message);
  if (typeof content !== 'string') throw new UpstreamError(invalidResponse('the answer holds no text'));
  const seconds = numeric(record(parsed.usage).seconds);
  const language = list(annotations).map((one) => text(record(one).language));
  return transcriptAnswer(
    {
      text: content,
      words: [],
      duration: seconds > 0 ? seconds : undefined,
      language: language.find((one) => one !== '') ?? '',
    },
    operation,
  );
}
