import { loggedCharge } from '../../../contract/resources/logs/log-details.js';
import { loggedPrice } from './logged-price.js';
import { chargeFor } from '../charge/charge.js';
import { logDetailsOf, loggedTokens, type RequestFacts } from './request-log-details.js';
import { priceByCall, priceByToken } from '../price.js';
import { contentText, quotaLogText, quotaText } from './quota-text.js';

const sonnet = priceByToken({
  model: 'claude-3-7-sonnet',
  source: 'list',
  modelRatio: 1.5,
  completionRatio: 5,
  cacheRatio: 0.1,
  creationRatio: 1.25,
  creationRatio1h: 2,
  groupRatio: 0.8,
});
const usage = {
  input: 100,
  cacheRead: 2000,
  cacheWrite5m: 200,
  cacheWrite1h: 300,
  output: 250,
  reasoning: 50,
};
const facts: RequestFacts = {
  requestId: 'r1',
  price: sonnet,
  usage,
  semantics: 'openai',
  usageSource: 'upstream',
  channels: [3, 7],
  upstreamModel: undefined,
  firstDataMs: undefined,
  stream: undefined,
};
const other = (change: Partial<RequestFacts> = {}) =>
  JSON.parse(JSON.stringify(logDetailsOf({ ...facts, ...change }))) as Record<string, number & string>;

describe('amounts', () => {
  const money = { inCurrency: true, quotaPerUnit: 500_000 };
  const plain = { inCurrency: false, quotaPerUnit: 500_000 };
  test('G14: 2000 quota are ＄0.004000', () => {
    expect(quotaText(2000, money)).toBe('＄0.004000');
    expect(quotaText(2000, plain)).toBe('2000');
  });
  test('in log rows they carry a unit', () => {
    expect(quotaLogText(2000, money)).toBe('＄0.004000 额度');
    expect(quotaLogText(2000, plain)).toBe('2000 点额度');
  });
});

describe('the content of a log row', () => {
  const notes = {
    requestedModel: 'claude-3-7-sonnet',
    noTokens: false,
    usageMissing: false,
    claude: false,
    usage: facts.usage,
  };
  test('names the ratios, or the price of a call', () => {
    expect(contentText(sonnet, notes)).toBe('模型倍率 1.50，补全倍率 5.00，分组倍率 0.80');
    const call = priceByCall('x', 0.1, 1, 500_000);
    expect(contentText(call, { ...notes, requestedModel: 'x' })).toBe('模型价格 0.10，分组倍率 1.00');
  });
  test('a price per call is that of all images, so that it gives the charge; the receipt knows that of one', () => {
    const image = priceByCall('dall-e-3', 0.04, 1, 500_000);
    const usage = { ...facts.usage, more: { calls: 3, images: 1 } };
    expect(contentText(image, { ...notes, requestedModel: 'dall-e-3', usage })).toBe(
      '模型价格 0.12，分组倍率 1.00',
    );
    const logged = other({ price: image, usage });
    expect(logged).toMatchObject({ model_price: 0.12, call_price: 0.04, calls: 3 });
    expect(loggedPrice('dall-e-3', loggedCharge.parse(logged)).modelPrice).toBe(0.04);
    const plain = other({ price: image, usage: { ...usage, more: { calls: 1, images: 1 } } });
    expect(plain).toMatchObject({ model_price: 0.04 });
    expect(plain).not.toHaveProperty('call_price');
  });
  test('ratios of the public list beside an own model ratio are noted for the receipt', () => {
    const price = { ...sonnet, source: 'tables' as const, listed: ['completion_ratio' as const] };
    expect(other({ price }).public_list).toEqual(['completion_ratio']);
    expect(other({ price: sonnet })).not.toHaveProperty('public_list');
  });
  test('defaults are noted for the receipt where they decided the charge', () => {
    const price = { ...sonnet, defaulted: ['completion_ratio' as const, 'cache_ratio' as const] };
    const usage = { ...facts.usage, output: 5, cacheRead: 0 };
    expect(other({ price, usage }).defaulted).toEqual(['completion_ratio']);
    expect(other({ price: sonnet })).not.toHaveProperty('defaulted');
  });
  test('T11: names the model asked for when the price is that of a family', () => {
    const gizmo = priceByCall('gpt-4-gizmo-*', 0.1, 1, 500_000);
    expect(contentText(gizmo, { ...notes, requestedModel: 'gpt-4-gizmo-g-abc' })).toMatch(
      /，模型 gpt-4-gizmo-g-abc$/,
    );
  });
  test('says when nothing was used, and when the usage is not known', () => {
    expect(contentText(sonnet, { ...notes, noTokens: true })).toMatch(/（可能是上游超时）$/);
    expect(contentText(sonnet, { ...notes, usageMissing: true })).toMatch(/, （可能是请求出错）$/);
  });
  test('is empty for Anthropic clients, unless nothing was used', () => {
    expect(contentText(sonnet, { ...notes, claude: true })).toBe('');
    expect(contentText(sonnet, { ...notes, claude: true, noTokens: true })).toBe('（可能是上游出错）');
  });
});

describe('the details of a log row', () => {
  test('OpenAI counts cached tokens as prompt, Anthropic does not', () => {
    expect(loggedTokens(usage, 'openai')).toEqual({ promptTokens: 2600, completionTokens: 300 });
    expect(loggedTokens(usage, 'anthropic')).toEqual({ promptTokens: 100, completionTokens: 300 });
  });

  test('an ordinary row says nothing of what did not happen', () => {
    expect(other({ usage: { ...usage, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 } })).toEqual({
      model_ratio: 1.5,
      group_ratio: 0.8,
      completion_ratio: 5,
      cache_tokens: 2000,
      cache_ratio: 0.1,
      model_price: -1,
      price_source: 'list',
      usage_semantic: 'openai',
      usage_source: 'upstream',
      request_id: 'r1',
      attempts: 2,
      admin_info: { use_channel: ['3', '7'] },
    });
  });

  test('a mapped, streamed row of an Anthropic client says so', () => {
    const row = other({
      semantics: 'anthropic',
      upstreamModel: 'inner',
      firstDataMs: 120,
      stream: { status: 'error', endReason: 'eof' },
    });
    expect(row).toMatchObject({
      claude: true,
      frt: 120,
      is_model_mapped: true,
      upstream_model_name: 'inner',
      stream_status: { status: 'error', end_reason: 'eof' },
    });
  });

  test.each(['openai', 'anthropic'] as const)(
    'the charge can be recomputed from a row of %s counts',
    (semantics) => {
      const row = other({ semantics });
      const { promptTokens, completionTokens } = loggedTokens(usage, semantics);
      const cached = row.cache_tokens! + row.cache_creation_tokens!;
      const price = priceByToken({
        model: '',
        source: 'tables',
        modelRatio: row.model_ratio!,
        completionRatio: row.completion_ratio!,
        cacheRatio: row.cache_ratio!,
        creationRatio: row.cache_creation_ratio_5m!,
        creationRatio1h: row.cache_creation_ratio_1h!,
        groupRatio: row.group_ratio!,
      });
      const read = {
        input: row.claude ? promptTokens : promptTokens - cached,
        cacheRead: row.cache_tokens!,
        cacheWrite5m: row.cache_creation_tokens_5m!,
        cacheWrite1h: row.cache_creation_tokens_1h!,
        output: completionTokens,
        reasoning: 0,
      };
      expect(chargeFor(read, price)).toBe(3180);
      expect(chargeFor(usage, sonnet)).toBe(3180);
    },
  );
});
