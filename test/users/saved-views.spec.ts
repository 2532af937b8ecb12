import { MAX_SAVED_VIEWS, type SavedViewResponse } from '../../server/contract/resources/saved-view.js';
import { Management, type Visitor } from '../setup/management.js';

let gateway: Management;
let ann: Visitor;
let bob: Visitor;

beforeAll(async () => {
  gateway = await Management.start();
  ann = await gateway.user('ann');
  bob = await gateway.user('bob');
});
beforeEach(() => gateway.sql('DELETE FROM saved_views'));
afterAll(() => gateway?.close());

const PATH = '/api/views?page=costs';
const view = (name: string, more: Partial<SavedViewResponse> = {}) => ({
  name,
  query: 'by=day',
  default: false,
  ...more,
});
const save = (who: Visitor, ...views: object[]) => who.put('/api/views', { page: 'costs', views });
const viewsOf = async (who: Visitor) => (await who.get<SavedViewResponse[]>(PATH)).data;

test('views are kept for their account alone, and replaced by name', async () => {
  await save(ann, view('one'), view('two'));
  await save(ann, view('one', { query: 'by=user&model=a%26b' }));
  await save(bob, view('one', { query: '' }));
  expect(await viewsOf(ann)).toEqual([view('one', { query: 'by=user&model=a%26b' }), view('two')]);
  expect(await viewsOf(bob)).toEqual([view('one', { query: '' })]);
  expect(await bob.delete(`${PATH}&name=two`)).toMatchObject({
    success: false,
    extras: { code: 'view_not_found' },
  });
  expect(await ann.delete(`${PATH}&name=two`)).toMatchObject({ success: true });
  expect((await viewsOf(ann)).map(({ name }) => name)).toEqual(['one']);
});

test('at most one view is the default', async () => {
  await save(ann, view('one', { default: true }), view('two', { default: true }), view('three'));
  const standard = async () => (await viewsOf(ann)).filter((one) => one.default).map(({ name }) => name);
  expect(await standard()).toEqual(['two']);
  await save(ann, view('three'));
  expect(await standard()).toEqual(['two']);
  await save(ann, view('one', { default: true }));
  expect(await standard()).toEqual(['one']);
  await save(ann, view('one'));
  expect(await standard()).toEqual([]);
});

test('their number and size are bounded, also for many saved at once', async () => {
  const names = Array.from({ length: MAX_SAVED_VIEWS + 5 }, (_, index) => `view ${index}`);
  const replies = await Promise.all(names.map((name) => save(ann, view(name))));
  expect(replies.filter(({ success }) => success)).toHaveLength(MAX_SAVED_VIEWS);
  expect(replies.find(({ success }) => !success)).toMatchObject({ extras: { code: 'views_full' } });
  expect(await viewsOf(ann)).toHaveLength(MAX_SAVED_VIEWS);
  for (const bad of [
    view(''),
    view('a'.repeat(41)),
    view('long', { query: 'a'.repeat(4001) }),
    { name: 'no query' },
  ])
    expect(await save(bob, bad)).toMatchObject({
      success: false,
      extras: { code: expect.stringMatching(/^invalid_/) },
    });
  expect((await bob.put('/api/views', { page: 'token', views: [view('one')] })).success).toBe(false);
  expect(await viewsOf(bob)).toEqual([]);
});
