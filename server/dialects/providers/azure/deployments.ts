import { list, record, text } from '../../json/lenient.js';
import type { Query } from '../../kit/provider.js';

const LIST_VERSION = '2023-03-15-preview';

/** Names of the deployments that succeeded. */
export const deployments: Query<string[]> = {
  request: ({ baseUrl, key }) => ({
    method: 'GET',
    url: `${baseUrl}/openai/deployments?api-version=${LIST_VERSION}`,
    headers: { 'api-key': key },
  }),
  read: (body) =>
    list(record(body).data)
      .map(record)
      .filter(({ status }) => status === 'succeeded')
      .map(({ id }) => text(id))
      .filter((id) => id !== ''),
};
