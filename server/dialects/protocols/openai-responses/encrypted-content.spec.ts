import { encryptedContent } from './encrypted-content.js';
import { parseResponses } from './parse.js';

const proof = {
  type: 'reasoning',
  summary: [],
  encrypted_content: encryptedContent({ of: 'call', signature: 's' }),
};
const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
const message = { type: 'message', role: 'user', content: 'q' };

function signatures(...input: object[]): (string | undefined)[] {
  const { turns } = parseResponses(Buffer.from(JSON.stringify({ model: 'm', input })));
  return turns.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-call' ? [part.signature] : [])),
  );
}

test('a signature belongs to the call that directly follows it', () => {
  expect(signatures(message, proof, call, { ...call, call_id: 'd' })).toEqual(['s', undefined]);
});

test('the signature of a call that the client left out is not given to a later call', () => {
  expect(signatures(message, proof, message, call)).toEqual([undefined]);
});
