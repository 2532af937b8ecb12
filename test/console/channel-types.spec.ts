import type { Locator, Page } from 'playwright-core';
import type { ProviderDefinition } from '../../server/dialects/kit/define-provider.js';
import { capabilitiesOf, definitions } from '../../server/dialects/providers/registry.js';
import { sampleKey, sampleModel, sampleOther } from '../doubles/sample-channels.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { openGroup } from './advanced-groups.js';
import { Console } from './console.js';

/** Every channel type that the console offers: created, tested, and called. */
const offered = definitions.filter(({ api, legacy }) => api && !legacy);
const nameOf = ({ type }: ProviderDefinition) => `type ${type}`;
/** A form takes seconds, so by default only one type of each kind of form is created in it. */
const inForm = process.env.ALL_CHANNEL_TYPES
  ? offered
  : offered.filter((one, index) => offered.findIndex((other) => kindOf(other) === kindOf(one)) === index);

/** The fields of the type's form. */
function kindOf({ form = {}, baseUrl }: ProviderDefinition): string {
  const { keyForms = [], other, organization, keyIsDocument } = form;
  const parts = keyForms.map((keyForm) => keyForm.parts.length);
  return JSON.stringify([
    baseUrl === null,
    form.baseUrl === 'none' ? 'none' : form.baseUrl !== undefined,
    parts,
    other !== undefined,
    organization,
    keyIsDocument,
  ]);
}

let app: Console;
let upstream: ScriptedUpstream;
let token: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  token = await app.gateway.addToken();
  await app.gateway.sell(Object.fromEntries(offered.map((one) => [sampleModel(one), 1])));
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

test.each(offered.map((one) => [one.id, one] as const))(
  '%s: a channel is created, tested and called',
  async (_id, definition) => {
    if (inForm.includes(definition)) await createInForms();
    else
      await app.gateway.addChannel({
        type: definition.type,
        name: nameOf(definition),
        key: sampleKey(definition.type, definition.form) ?? '',
        base_url: upstream.url,
        models: sampleModel(definition),
      });
    const [channel] = await app.gateway.sql<{ id: number; type: number }>(
      'SELECT id, type FROM channels WHERE name = $1',
      [nameOf(definition)],
    );
    expect(channel!.type).toBe(definition.type);
    if (definition.untestable === undefined)
      await app.gateway.manage('GET', `/api/channel/test/${channel!.id}?model=${sampleModel(definition)}`);
    await app.gateway.settledEvents();
    const response = await call(definition);
    const text = await response.text();
    expect([response.status, response.status === 200 || text]).toEqual([200, true]);
  },
);

let created: Promise<void> | undefined;

/** One visit for all of them. */
function createInForms(): Promise<void> {
  created ??= app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    for (const definition of inForm) await create(page, definition);
  });
  return created;
}

async function create(page: Page, definition: ProviderDefinition): Promise<void> {
  await page.getByRole('button', { name: 'Add channel' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create channel' });
  await choose(page, form, definition.name.en);
  await form.locator('[data-path="name"]').fill(nameOf(definition));
  const address = form.locator('[data-path="baseUrl"]');
  if (definition.form?.baseUrl !== 'none') {
    if (!(await address.isVisible())) await openGroup(form, 'Upstream');
    await address.fill(upstream.url);
  }
  const other = sampleOther(definition.type);
  if (other !== '') await form.locator('[data-path="other"]').fill(other);
  await fillKey(form, definition);
  await form.getByRole('button', { name: 'Clear all models' }).click();
  await form.getByRole('textbox', { name: 'Custom model names' }).fill(sampleModel(definition));
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await form.waitFor({ state: 'detached' });
}

async function choose(page: Page, form: Locator, type: string): Promise<void> {
  const select = form.getByRole('combobox', { name: 'Type' });
  await select.fill(type);
  await page.getByRole('option', { name: type, exact: true }).click();
}

async function fillKey(form: Locator, { type, form: differences }: ProviderDefinition): Promise<void> {
  const key = sampleKey(type, differences) ?? upstream.google.document();
  const values = key.split('|');
  const keyForms = differences?.keyForms ?? [];
  const keyForm = keyForms.find(
    ({ parts }) =>
      values.length <= parts.length && values.length >= parts.filter((part) => !part.isOptional).length,
  );
  if (!keyForm) return form.locator('[data-path="key"]').fill(key);
  if (keyForm !== keyForms[0]) await form.getByText(keyForm.name.en, { exact: true }).click();
  for (const [index, value] of values.entries())
    await form.getByRole('textbox', { name: keyForm.parts[index]!.label.en, exact: true }).fill(value);
}

function call(definition: ProviderDefinition): Promise<Response> {
  const capabilities = capabilitiesOf(definition);
  const model = sampleModel(definition);
  const relay = (path: string, body: object | FormData) => app.gateway.relay(path, token, body);
  if (capabilities.includes('chat'))
    return relay('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }] });
  if (capabilities.includes('embeddings')) return relay('/v1/embeddings', { model, input: ['a', 'b'] });
  if (capabilities.includes('rerank'))
    return relay('/v1/rerank', { model, query: 'a', documents: ['a', 'b'] });
  if (capabilities.includes('image-generation'))
    return relay('/v1/images/generations', { model, prompt: 'a cat' });
  if (capabilities.includes('speech'))
    return relay('/v1/audio/speech', { model, input: 'hello', voice: 'alloy' });
  if (capabilities.includes('drawing-tasks')) return relay('/mj/submit/imagine', { prompt: 'a gate' });
  if (capabilities.includes('music-tasks')) return relay('/suno/submit/music', { prompt: 'a song' });
  if (capabilities.includes('video-tasks')) return relay('/v1/videos', { model, prompt: 'a gate' });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(8000)], { type: 'audio/mpeg' }), 'a.mp3');
  form.set('model', model);
  return relay('/v1/audio/transcriptions', form);
}
