import type { NativeCodec, OperationCodec, Provider, Target, UpstreamCall } from '../../kit/provider.js';

/** Sends a call of the maker's own API to Vertex AI instead. */
export type Readdress = (call: UpstreamCall, target: Target) => UpstreamCall;

/** A provider whose calls go to Vertex AI instead of to the maker's own platform. Live model lists are not available there. */
export function readdressed(provider: Provider, readdress: Readdress): Provider {
  const { chat, countTokens, native, operations = {} } = provider;
  return {
    ...provider,
    native: mapped(native, (codec: NativeCodec) => ({
      ...codec,
      request: (body, change, target) => readdress(codec.request(body, change, target), target),
    })),
    ...(chat && {
      chat: { ...chat, request: (request, target) => readdress(chat.request(request, target), target) },
    }),
    ...(countTokens && {
      countTokens: {
        ...countTokens,
        request: (target, input) => readdress(countTokens.request(target, input), target),
      },
    }),
    operations: mapped(operations, (codec: OperationCodec) => ({
      ...codec,
      request: (request, target) => readdress(codec.request(request, target), target),
    })),
    models: undefined,
  };
}

function mapped<T extends object, C>(codecs: { readonly [N in keyof T]?: C }, map: (codec: C) => C) {
  const result: { [N in keyof T]?: C } = {};
  for (const name in codecs) {
    const codec = codecs[name];
    if (codec) result[name] = map(codec);
  }
  return result;
}
