import { list, record, text } from '../json/lenient.js';
import { openaiLike, type Vendor } from './openai/index.js';
import { passedJson, parsedAnswer } from './openai/operations.js';
import { imageUsage } from './openai/image-usage.js';
import { rerankOperation } from './openai/rerank.js';

const NO_BALANCE = '30001';

const vendor: Vendor = {
  name: 'siliconflow',
  completions: '/v1/completions',
  serves: ['embeddings', 'speech', 'transcription'],
  fault: (failure) => (failure.code === NO_BALANCE ? { ...failure, disables: true } : failure),
};

/** https://docs.siliconflow.cn/cn/api-reference */
export const siliconflow = openaiLike({
  ...vendor,
  operations: {
    rerank: rerankOperation(vendor),
    'image-generation': {
      request(request, target) {
        const { size, n, image_size, batch_size } = request.fields;
        return passedJson(request, target, '/v1/images/generations', vendor, {
          size: undefined,
          n: undefined,
          image_size: image_size ?? size ?? undefined,
          batch_size: batch_size ?? n ?? undefined,
        });
      },
      answer(body, request) {
        const answer = parsedAnswer(body);
        const given = list(answer.data).length > 0 ? answer.data : answer.images;
        const data = list(given).map((image) => ({ url: text(record(image).url) }));
        const created = typeof answer.created === 'number' ? answer.created : Math.floor(Date.now() / 1000);
        return { usage: imageUsage({ ...answer, data }, request), body: { created, data } };
      },
    },
  },
});
