import type { ProtocolName } from '../../protocols/protocol.js';
import { at, providerOf } from '../../../../test/dialects/provider-calls.js';

const OPENAI = 1;
const ANTHROPIC = 14;
const MISTRAL = 42;

function sent(
  type: number,
  protocol: ProtocolName,
  body: string,
  override?: Record<string, unknown>,
): string {
  const target = at(type, { model: 'm', requestedModel: 'm', ...(override && { override }) });
  const change = { model: 'm', stream: false, includeUsage: false, passThrough: false };
  return providerOf(type).native[protocol]!.request(Buffer.from(body), change, target).body!.toString();
}

describe('an empty list of tools is left out with the members about their use', () => {
  test.each<[number, ProtocolName, string]>([
    [OPENAI, 'openai-chat', '"messages":[],"tools":[],"tool_choice":"auto","parallel_tool_calls":true'],
    [OPENAI, 'openai-chat', '"messages":[],"tool_choice":{"type":"function"},"tools":[ \n ]'],
    [OPENAI, 'openai-chat', '"messages":[],"tools":null,"tool_choice":"required"'],
    [OPENAI, 'openai-chat', '"messages":[],"functions":[],"function_call":"auto"'],
    [OPENAI, 'openai-responses', '"messages":[],"tools":[],"tool_choice":"auto","parallel_tool_calls":false'],
    [ANTHROPIC, 'anthropic-messages', '"max_tokens":9,"messages":[],"tools":[],"tool_choice":{"type":"any"}'],
    // Its own change of `required` brings nothing back.
    [MISTRAL, 'openai-chat', '"messages":[],"tools":[],"tool_choice":"required"'],
  ])('type %i, %s: %s', (type, protocol, members) => {
    const remaining = protocol === 'anthropic-messages' ? '"max_tokens":9,"messages":[]' : '"messages":[]';
    expect(JSON.parse(sent(type, protocol, `{"model":"m",${members}}`))).toEqual(
      JSON.parse(`{"model":"m",${remaining}}`),
    );
  });

  test.each<[number, ProtocolName, string]>([
    [OPENAI, 'openai-chat', '"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":"auto"'],
    // Without the list the choice is the error of the client.
    [OPENAI, 'openai-chat', '"tool_choice":"required"'],
    [OPENAI, 'openai-responses', '"prompt":{"id":"p"},"tools":[],"tool_choice":"none"'],
    [ANTHROPIC, 'anthropic-messages', '"max_tokens":9,"tools":[{"name":"f"}],"tool_choice":{"type":"any"}'],
  ])('nothing else is: type %i, %s: %s', (type, protocol, members) => {
    const body = `{"model":"m","messages":[],${members}}`;
    expect(sent(type, protocol, body)).toBe(body);
  });

  test('tools of the channel are kept', () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const body = sent(OPENAI, 'openai-chat', '{"model":"m","messages":[],"tools":[]}', { tools });
    expect(JSON.parse(body)).toEqual({ model: 'm', messages: [], tools });
  });
});
