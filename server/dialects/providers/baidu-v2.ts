import { openaiLike, type Vendor } from './openai/index.js';
import { rerankOperation } from './openai/rerank.js';

const vendor: Vendor = {
  name: 'baidu-v2',
  serves: ['embeddings', 'image-generation'],
  url: (path, { baseUrl }) => baseUrl + path.replace(/^\/v1/, '/v2'),
  headers: ({ key }) => {
    const [secret = '', application] = key.split('|');
    const headers: Record<string, string> = { authorization: `Bearer ${secret}` };
    if (application) headers.appid = application;
    return headers;
  },
};

/** https://cloud.baidu.com/doc/qianfan-api. The key is `key` or `key|appid`, for accounts that must name an application. */
export const baiduV2 = openaiLike({ ...vendor, operations: { rerank: rerankOperation(vendor) } });
