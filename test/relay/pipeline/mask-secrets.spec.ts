import type { RoutableChannel } from '../../../server/channels/channel-registry.js';
import { maskSecrets } from '../../../server/relay/pipeline/attempt/mask-secrets.js';

function channel(key: string, fields: { baseUrl?: string; proxy?: string } = {}): RoutableChannel {
  return {
    type: 1,
    credentials: [key, ...key.split('\n')],
    baseUrl: fields.baseUrl ?? 'https://api.openai.com',
    organization: '',
    setting: { proxy: fields.proxy },
  } as unknown as RoutableChannel;
}

const ZHIPU = '0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp';
const AZURE = '00112233445566778899aabbccddeeff';
const VOLCENGINE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

describe('the keys of the channel', () => {
  test.each([
    ['id and secret', ZHIPU, `bad key ${ZHIPU}`],
    ['its id alone', ZHIPU, 'bad key 0123456789abcdef0123456789abcdef'],
    ['its secret alone', ZHIPU, 'signature by AbCdEfGhIjKlMnOp failed'],
    ['32 hexadecimal digits', AZURE, `Access denied due to invalid subscription key ${AZURE}.`],
    ['a UUID', VOLCENGINE, `the API key ${VOLCENGINE} is not valid`],
    ['in upper case', AZURE, `key ${AZURE.toUpperCase()}`],
    ['as a URL writes it', 'ab/cd+ef=gh1234', 'key=ab%2Fcd%2Bef%3Dgh1234'],
    ['as Basic credentials', AZURE, `Basic ${Buffer.from(AZURE).toString('base64')}`],
    ['any line of several', `${AZURE}\n${VOLCENGINE}`, `${AZURE} then ${VOLCENGINE}`],
    ['one part of three', 'AKID1234567890|secret-of-9876|us-east-1', 'secret-of-9876 of AKID1234567890'],
    [
      'the values of a service account',
      JSON.stringify({
        private_key_id: 'f00dfeed1234',
        private_key: '-----BEGIN\nMIIEvQIBADANBgkqhkiG9w0\n',
      }),
      'key f00dfeed1234: MIIEvQIBADANBgkqhkiG9w0',
    ],
    ['one that is short', 'k3y!', 'wrong key k3y!'],
  ])('%s', (_name, key, text) => {
    const masked = maskSecrets(text, channel(key));
    for (const part of [key, ...key.split(/[\n.|]/)].filter(({ length }) => length >= 4))
      expect(masked.toLowerCase()).not.toContain(part.toLowerCase());
    expect(masked).toContain('***');
  });
});

describe('where the channel is', () => {
  const here = channel('sk-x', {
    baseUrl: 'http://llm-backend:8443/v1',
    proxy: 'socks5://agent:pa%24sw0rd@egress-7:1080',
  });
  test.each([
    'upstream llm-backend:8443 said no',
    'no route to LLM-BACKEND',
    'listening on port 8443',
    'proxy egress-7:1080 refused agent',
    'proxy password pa$sw0rd is wrong',
  ])('%s', (text) => {
    expect(maskSecrets(text, here)).not.toMatch(/llm-backend|8443|egress-7|1080|agent|pa\$sw0rd/i);
  });
});

describe('whatever the channel', () => {
  test.each([
    ['Incorrect API key provided: sk-proj-abcdef123456', 'Incorrect API key provided: ***'],
    ['Incorrect API key: abcd********wxyz.', 'Incorrect API key: ***.'],
    ['invalid_sk-UPSTREAM-123456789', 'invalid_***'],
    ['connect to internal-db.corp.local:8443 failed', 'connect to *** failed'],
    ['connect to name.internal:8443', 'connect to ***'],
    ['see docs.example.com.', 'see ***.'],
    ['at https://10.0.0.1/v1?key=abc now', 'at *** now'],
    ['at https:\\/\\/10.0.0.1\\/v1 now', 'at *** now'],
    ['dial 10.1.2.3:8080 refused', 'dial *** refused'],
    ['dial [fe80::1%eth0]:8080 refused', 'dial *** refused'],
    ['dial 2001:db8::17 refused', 'dial *** refused'],
    ['dial ::1, then 2001:db8::17: refused', 'dial ***, then ***: refused'],
    ['Bearer abc.def refused', '*** refused'],
  ])('%s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
    expect(maskSecrets(masked)).toBe(masked);
  });

  test.each([
    'context_length_exceeded',
    'invalid_request_error',
    'messages.0.content.1.text',
    'tools[0].function.parameters',
    'skipped_validation_because_of_length',
    'This model supports at most 128000 tokens, at 10:30:25 you sent 130000.',
    'Unknown model: llama3.1:70b, meta.llama3-70b-instruct-v1:0, gpt-4.1-2025-04-14',
    'Error in std::vector<int>, module Foo::Bar',
  ])('leaves "%s" as it is', (text) => {
    expect(maskSecrets(text, channel('sk-abcdefgh12345678'))).toBe(text);
  });

  test.each(['a', ':', '.', 'a.', 'a-', '*', 'sk-', '1.', '0:', 'a:', ' '])(
    'a megabyte of "%s" is read in linear time',
    (piece) => {
      const before = process.cpuUsage();
      maskSecrets(piece.repeat(1_000_000 / piece.length), channel('sk-abcdefgh12345678'));
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(2000);
    },
  );
});
