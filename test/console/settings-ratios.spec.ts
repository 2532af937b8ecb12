import { barriers } from './barriers.js';
import { Console } from './console.js';

/** What models cost, edited in tables. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
  await app.gateway.addChannel({
    name: 'custom line',
    base_url: 'http://127.0.0.1:9',
    models: 'gpt-4o,custom-model-a,custom-model-b',
  });
});

afterAll(() => app?.close());

async function table(key: string): Promise<Record<string, unknown>> {
  const list = await app.gateway.manage<{ key: string; value: string }[]>('GET', '/api/option/');
  return JSON.parse(list.find((option) => option.key === key)!.value);
}

test('prices are edited in their rows, as ratios or as prices, and nothing holds until it is applied', () =>
  app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    const before = await table('ModelRatio');
    await page.goto('/setting?tab=operation&ratio=visual');
    await page.getByRole('textbox', { name: '搜索模型名称' }).fill('gpt-4o-mini');
    const ratio = page.getByRole('textbox', { name: 'gpt-4o-mini 的模型倍率' });
    await ratio.fill('cheap');
    await ratio.press('Enter');
    await page.getByText('请输入数字').waitFor();
    expect(await ratio.inputValue()).toBe(String(before['gpt-4o-mini']));
    await ratio.fill('0');
    await ratio.press('Enter');
    const price = page.getByRole('textbox', { name: 'gpt-4o-mini-2024-07-18 的模型固定价格' });
    await price.fill('0.5');
    await price.press('Enter');
    expect(await page.getByRole('textbox', { name: 'gpt-4o-mini-2024-07-18 的模型倍率' }).isDisabled()).toBe(
      true,
    );

    await page.getByRole('button', { name: '添加模型' }).click();
    const dialog = page.getByRole('dialog', { name: '添加模型' });
    await dialog.getByLabel('模型名称').fill('gpt-4o');
    await dialog.getByText('按价格设置').click();
    await dialog.getByLabel('输入价格').fill('0');
    await dialog.getByRole('button', { name: '确定' }).click();
    await dialog.getByText('模型名称已存在').waitFor();
    await dialog.getByText('模型价格不能为 0').waitFor();
    await dialog.getByLabel('模型名称').fill('custom-model-a');
    await dialog.getByLabel('输入价格').fill('3');
    await dialog.getByLabel('输出价格').fill('12');
    // The message disappears after seconds, which a busy machine may need for the click.
    await Promise.all([
      page.getByText('添加成功').waitFor(),
      dialog.getByRole('button', { name: '确定' }).click(),
    ]);
    await page.getByText('3 个模型的更改尚未应用').waitFor();
    expect(await table('ModelRatio')).toEqual(before);

    await page.getByRole('button', { name: '应用更改' }).click();
    await page.getByText('保存成功').waitFor();
    const { 'gpt-4o-mini-2024-07-18': _priced, ...others } = before;
    expect(await table('ModelRatio')).toEqual({ ...others, 'gpt-4o-mini': 0, 'custom-model-a': 1.5 });
    expect(await table('CompletionRatio')).toMatchObject({ 'custom-model-a': 4 });
    expect(await table('ModelPrice')).toMatchObject({ 'gpt-4o-mini-2024-07-18': 0.5 });

    await page.getByRole('textbox', { name: '搜索模型名称' }).fill('custom-model-a');
    await page.getByRole('button', { name: /^custom-model-a：.*由 root 更改/ }).click();
    const history = page.getByRole('dialog', { name: 'custom-model-a 的价格更改记录' });
    await history.getByText('一起更改：3 个模型').waitFor();
    await history.getByRole('button', { name: '关闭' }).click();
    await page.getByRole('button', { name: '删除 custom-model-a 的价格' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await page.getByText('没有符合条件的结果').waitFor();
    await page.getByRole('button', { name: '放弃修改' }).click();
    await page.getByRole('textbox', { name: 'custom-model-a 的模型倍率' }).waitFor();
  }));

test('a table of a spreadsheet is previewed with the errors of its rows, applied, and undone', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const before = await table('ModelRatio');
    await page.goto('/prices');
    await page.getByRole('button', { name: 'Paste table' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste prices' });
    const rows = dialog.getByRole('textbox', { name: 'Rows' });
    await rows.fill('Model\tInput\tOutput\tCache read\npasted-one\t3\t15\t0.3\npasted-two\tcheap');
    await dialog.getByText('Line 3: a price is not a number of at least 0').waitFor();
    expect(await dialog.getByRole('button', { name: /Take over/ }).isDisabled()).toBe(true);
    await rows.fill('Model\tInput\tOutput\tCache read\npasted-one\t3\t15\t0.3\npasted-two\t\t\t\t\t0.04');
    await dialog.getByText('Prices that change: 2. Rows with errors: 0.').waitFor();
    await dialog.getByText('$3 / $15 / $0.3 / –').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take over (2)' }).click();
    await page.getByText('Models changed, not yet applied: 2').waitFor();
    expect(await table('ModelRatio')).toEqual(before);
    await page.getByRole('button', { name: 'Apply changes' }).click();
    await page.getByText('Saved successfully').waitFor();
    expect(await table('ModelRatio')).toEqual({ ...before, 'pasted-one': 1.5 });
    expect(await table('CompletionRatio')).toMatchObject({ 'pasted-one': 5 });
    expect(await table('CacheRatio')).toMatchObject({ 'pasted-one': 0.1 });
    expect(await table('ModelPrice')).toMatchObject({ 'pasted-two': 0.04 });

    await page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: 'Changes of prices' });
    const entry = history.getByRole('region', { name: 'root, pasted table' });
    await entry.getByText('changed together: 2').waitFor();
    await entry.getByText('pasted-two').waitFor();
    expect(await barriers(page)).toEqual([]);
    await entry.getByRole('button', { name: /^Undo the change of/ }).click();
    await history.getByRole('region', { name: 'root, undo' }).waitFor();
    expect(await entry.getByRole('button', { name: /^Undo the change of/ }).isDisabled()).toBe(true);
    expect(await table('ModelRatio')).toEqual(before);
    expect(await table('ModelPrice')).not.toHaveProperty('pasted-two');
  }));

test('an address with a model shows its row; one without a price gets it', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/setting?tab=operation&ratio=visual&model=gpt-4o-mini');
    await page.waitForURL('**/prices?view=visual&model=gpt-4o-mini');
    const ratio = page.getByRole('textbox', { name: 'Model ratio of gpt-4o-mini', exact: true });
    await ratio.waitFor();
    await page.locator('input:focus[aria-label$=" gpt-4o-mini"]').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/prices?model=custom-model-b');
    await page.getByRole('dialog', { name: 'Edit model' }).waitFor();
    await page.goto('/prices?view=unset&model=custom-model-b');
    await page.locator('input:focus[aria-label$=" custom-model-b"]').waitFor();
    await page.goto('/setting?tab=operation&ratio=json');
    await page.getByRole('tab', { name: 'Models without a ratio' }).click();
    await page.waitForURL('**/prices?view=unset');
  }));

test('ticked prices of the public list are previewed, those by context length only if chosen, and taken over as one change', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const before = await table('ModelRatio');
    await page.goto('/prices?view=public');
    await page.getByText(/genai-prices \d+\.\d+\.\d+ of \d{4}-\d\d-\d\d/).waitFor();
    await page.getByRole('textbox', { name: 'Search model names' }).fill('glm-4-plus');
    await page.getByRole('checkbox', { name: 'glm-4-plus' }).click();
    await page.getByRole('textbox', { name: 'Search model names' }).fill('gemini-1.5-pro-latest');
    await page.getByRole('checkbox', { name: 'gemini-1.5-pro-latest' }).click();
    await page.getByRole('button', { name: 'Take over (2)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take over prices of the public list' });
    await dialog.getByText('Prices that change: 1.').waitFor();
    await dialog.getByText('glm-4-plus').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Take over their price for short contexts' }).click();
    await dialog.getByRole('button', { name: 'Save (2)' }).click();
    await dialog.waitFor({ state: 'detached' });
    const after = await table('ModelRatio');
    expect(after['glm-4-plus']).toBeLessThan(before['glm-4-plus'] as number);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const entry = page.getByRole('region', { name: 'root, from the public list' });
    await entry.getByRole('button', { name: /^Undo the change of/ }).click();
    await page.getByText('The prices before are restored').waitFor();
    expect(await table('ModelRatio')).toEqual(before);
  }));

test('models without a price get one, many at once', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/prices?view=unset');
    await page.getByRole('button', { name: 'Set many (0)' }).click();
    await page.getByText('Select models first').waitFor();
    await page.getByRole('checkbox', { name: 'custom-model-b' }).click();
    await page.getByRole('button', { name: 'Set many (1)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set many models' });
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Enter a value').waitFor();
    await dialog.getByLabel('Value').fill('many');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Enter a valid number').waitFor();
    await dialog.getByLabel('Value').fill('2');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Apply changes' }).click();
    await page.getByText('Saved successfully').waitFor();
    await page.getByText('No model is without a ratio').waitFor();
    expect(await table('ModelRatio')).toMatchObject({ 'custom-model-b': 2 });
  }));

const REFUSED = [/api\/(option\/.*|prices): 400/, /status of 400/];

test('ratios go back to the built-in ones only after a question', () =>
  app.visit({ as: Console.root, language: 'zh' }, async (visit) => {
    visit.expect(...REFUSED);
    const { page } = visit;
    await page.goto('/setting?tab=operation#ratio');
    await page.getByRole('button', { name: '重置模型倍率' }).click();
    const question = page.getByRole('dialog', { name: '确定重置模型倍率吗？' });
    await question.getByText('此操作无法撤销').waitFor();
    expect(await table('ModelRatio')).toHaveProperty('custom-model-b');
    await question.getByRole('button', { name: '重置模型倍率' }).click();
    // The channel has models that would be without a price.
    await page.getByText('2 个模型没有价格，请求会被拒绝：custom-model-a, custom-model-b').waitFor();
    await page.getByRole('button', { name: '仍要保存' }).click();
    await page.getByText('重置模型倍率成功').waitFor();
    expect(await table('ModelRatio')).not.toHaveProperty('custom-model-b');
  }));

test('taking the price of a model that is served is saved only after a question', () =>
  app.visit({ as: Console.root, language: 'zh' }, async (visit) => {
    visit.expect(...REFUSED);
    const { page } = visit;
    await app.gateway.manage('PUT', '/api/option/', {
      key: 'ModelRatio',
      value: JSON.stringify({ ...(await table('ModelRatio')), 'custom-model-a': 1 }),
    });
    await page.goto('/prices');
    await page.getByRole('textbox', { name: '搜索模型名称' }).fill('custom-model-a');
    const remove = async () => {
      await page.getByRole('button', { name: '删除 custom-model-a 的价格' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
      await page.getByRole('button', { name: '应用更改' }).click();
    };
    await remove();
    const question = page.getByRole('dialog', { name: '仍要保存？部分模型将没有价格' });
    await question.getByText('1 个模型没有价格，请求会被拒绝：custom-model-a').waitFor();
    await question.getByRole('button', { name: '取消' }).click();
    await page.getByText('保存后将有 1 个模型没有价格').first().waitFor();
    expect(await table('ModelRatio')).toHaveProperty('custom-model-a', 1);
    await page.getByRole('button', { name: '应用更改' }).click();
    await question.getByRole('button', { name: '仍要保存' }).click();
    await page.getByText('保存成功').waitFor();
    expect(await table('ModelRatio')).not.toHaveProperty('custom-model-a');
  }));

test('a model changes from a ratio to a fixed price without a question', () =>
  app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    const put = (key: string, value: object) =>
      app.gateway.manage('PUT', '/api/option/', { key, value: JSON.stringify(value) });
    await put('ModelRatio', { ...(await table('ModelRatio')), 'custom-model-a': 1 });
    await page.goto('/prices');
    await page.getByRole('textbox', { name: '搜索模型名称' }).fill('custom-model-a');
    const price = page.getByRole('textbox', { name: 'custom-model-a 的模型固定价格' });
    await price.fill('0.5');
    await price.press('Enter');
    await page.getByRole('button', { name: '应用更改' }).click();
    await page.getByText('保存成功').waitFor();
    expect(await table('ModelPrice')).toMatchObject({ 'custom-model-a': 0.5 });
    expect(await table('ModelRatio')).not.toHaveProperty('custom-model-a');
  }));

test('a group in use is removed after its users, tokens and channels were moved', () =>
  app.visit({ as: Console.root }, async (visit) => {
    visit.expect(...REFUSED);
    const { page } = visit;
    await app.gateway.addChannel({
      name: 'vip line',
      base_url: 'http://127.0.0.1:9',
      models: 'gpt-4o',
      group: 'vip',
    });
    await page.goto('/setting?tab=operation#groups');
    const groups = page.getByRole('region', { name: 'Groups' });
    await groups.getByRole('button', { name: 'Remove group vip' }).click();
    await groups.getByRole('button', { name: 'Save groups' }).click();
    const question = page.getByRole('dialog', { name: 'Move users, tokens and channels?' });
    await question.getByText('The group vip still has 0 users, 0 tokens and 1 channels').waitFor();
    await question.getByRole('combobox', { name: 'New group' }).click();
    await page.getByRole('option', { name: 'svip' }).click();
    await question.getByRole('button', { name: 'Move and save' }).click();
    await page.getByText('Saved successfully').waitFor();
    expect(await table('GroupRatio')).toEqual({ default: 1, svip: 1 });
    const moved = await app.gateway.sql<{ group: string }>(
      `SELECT "group" FROM channels WHERE name = 'vip line'`,
    );
    expect(moved).toEqual([{ group: 'svip' }]);
    // Others of this file expect the groups of a new installation.
    await app.gateway.sql(`DELETE FROM channels WHERE name = 'vip line'`);
    await app.gateway.manage('PUT', '/api/option/', {
      key: 'GroupRatio',
      value: JSON.stringify({ default: 1, svip: 1, vip: 1 }),
    });
  }));

test('groups and chat applications are edited as rows and saved as the JSON they are', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/setting?tab=operation#groups');
    const groups = page.getByRole('region', { name: 'Groups' });
    const name = groups.getByRole('textbox', { name: 'Name of group svip' });
    await name.fill('vip');
    await name.press('Enter');
    await page.getByText('Group name already exists').waitFor();
    await name.fill('gold');
    await name.press('Enter');
    await groups.getByRole('textbox', { name: 'Ratio of group gold' }).fill('0.5');
    await groups.getByRole('switch', { name: 'Users can select group gold' }).click({ force: true });
    await groups.getByRole('button', { name: 'Remove group vip' }).click();
    await groups.getByRole('button', { name: 'Save groups' }).click();
    await page.getByText('Saved successfully').waitFor();
    expect(await table('GroupRatio')).toEqual({ default: 1, gold: 0.5 });
    expect(await table('UserUsableGroups')).toEqual({ default: '默认分组', gold: 'gold' });

    await page.getByRole('link', { name: 'Chat applications' }).click();
    const chats = page.getByRole('region', { name: 'Chat applications' });
    await chats.getByRole('button', { name: 'Move OpenCat up' }).click();
    await chats.getByText('JSON', { exact: true }).click();
    const text = chats.getByRole('textbox', { name: 'Chat links' });
    expect(Object.keys(JSON.parse(await text.inputValue())[3])).toEqual(['OpenCat']);
    await text.fill('[{"a": 1}]');
    await chats.getByRole('button', { name: 'Save chat settings' }).click();
    await chats.getByText('Not a valid JSON string').waitFor();
  }));
