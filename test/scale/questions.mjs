// Every list, search and sum of the management API, as a console asks for it.

const DAY = 86_400;

/**
 * @typedef {{ name: string, as: 'root' | 'owner', path: string, body?: object, limitMs?: number }} Question
 * @param {ReturnType<import('./seed.mjs').sizes>} count
 * @returns {Question[]}
 */
export function questions(count) {
  const now = Math.floor(Date.now() / 1000);
  const today = `start_timestamp=${now - (now % DAY)}&end_timestamp=${now + 3600}`;
  const month = `start_timestamp=${now - 30 * DAY}&end_timestamp=${now}`;
  /** Page 1000 of a hundred rows, or the last one of a small table. */
  const deep = (rows) => Math.max(1, Math.min(1000, Math.floor(rows / 100) - 1));
  const root = (name, path) => ({ name, as: 'root', path });
  const owner = (name, path) => ({ name, as: 'owner', path });
  const costs = (as, name, days, body, limitMs = 100) => ({
    name: `costs, ${name}`,
    as,
    path: '/api/costs/query',
    body: { from: now - days * DAY, to: now, time_zone: 'Asia/Shanghai', ...body },
    limitMs,
  });
  // As the page asks; a file has all rows.
  const COST_ROWS = 200;
  const daily = { series: { by: 'day', values: 8 } };
  const { users, channels, redemptions, logs, tasks, midjourneys } = count;
  return [
    root('users, first page', '/api/user/?p=1&page_size=10'),
    root('users, page deep', `/api/user/?p=${deep(users)}&page_size=100`),
    root('users, search one name', `/api/user/search?keyword=person${users - 5}`),
    root('users, search a common word', '/api/user/search?keyword=person'),
    root('users, search an address', `/api/user/search?keyword=mail${users - 7}@`),
    root('users, search two letters', '/api/user/search?keyword=zq'),
    root('users, search nothing matches', '/api/user/search?keyword=nobody-at-all'),
    root('users, group', '/api/user/search?group=vip'),
    root('users, banned', '/api/user/?p=1&page_size=10&status=2'),
    root('users, enabled, page deep', `/api/user/?p=${deep(users)}&page_size=100&status=1`),
    root('users, deleted', '/api/user/?p=1&page_size=10&status=deleted'),
    root('users, administrators', '/api/user/?p=1&page_size=10&role=10'),
    root('users, word, banned', '/api/user/search?keyword=Ada&status=2'),
    root('users, word and group', '/api/user/search?keyword=Ada&group=vip'),
    owner('own tokens, first page', '/api/token/?p=0&size=10'),
    owner(
      'own tokens, last page',
      `/api/token/?p=${Math.max(0, Math.floor(count.tokens / 1000 / 100) - 1)}&size=100`,
    ),
    owner('own tokens, search a name', '/api/token/search?keyword=abc'),
    owner('own tokens, disabled', '/api/token/?p=0&size=10&status=2'),
    owner('own tokens, search a key', '/api/token/search?keyword=&token=zzzzzz'),
    root('search everything, one name', `/api/search?q=person${users - 5}`),
    root('search everything, a common word', '/api/search?q=person'),
    root('search everything, an id', '/api/search?q=%23777'),
    root('search everything, two letters', '/api/search?q=zq'),
    root('search everything, one letter', '/api/search?q=a'),
    root('search everything, nothing matches', '/api/search?q=nobody-at-all'),
    owner('search everything, own tokens', '/api/search?q=abc'),
    root('channels, first page', '/api/channel/?p=0&page_size=10'),
    root('channels, deep page', `/api/channel/?p=${deep(channels)}&page_size=100&id_sort=true`),
    root('channels, by tag', '/api/channel/?p=0&page_size=10&tag_mode=true'),
    root('channels, search a name', `/api/channel/search?keyword=channel%20${channels - 3}`),
    root('channels, search a model', '/api/channel/search?keyword=&model=model-7'),
    root('channels, disabled by itself', '/api/channel/?p=0&page_size=10&status=3'),
    root('channels, type and status', '/api/channel/?p=0&page_size=10&type=14&status=1'),
    root('channels, by tag, disabled', '/api/channel/?p=0&page_size=10&tag_mode=true&status=2'),
    root('channels, search a key', '/api/channel/search?keyword=sk-not-a-key-of-ours'),
    root('redemptions, first page', '/api/redemption/?p=1&page_size=10'),
    root('redemptions, page deep', `/api/redemption/?p=${deep(redemptions)}&page_size=100`),
    root('redemptions, disabled', '/api/redemption/?p=1&page_size=10&status=2'),
    root(
      'redemptions, used, page deep',
      `/api/redemption/?p=${deep(redemptions / 4)}&page_size=100&status=3`,
    ),
    root('redemptions, name and status', '/api/redemption/search?keyword=batch%207&status=2'),
    root('redemptions, search', '/api/redemption/search?keyword=batch%207'),
    root('redemptions, search a common word', '/api/redemption/search?keyword=batch'),
    root('log, first page', '/api/log/?p=1&page_size=10'),
    root('log, page deep', `/api/log/?p=${deep(logs)}&page_size=100`),
    root('log, today', `/api/log/?p=1&page_size=100&${today}`),
    root('log, type', '/api/log/?p=1&page_size=100&type=3'),
    root('log, name', '/api/log/?p=1&page_size=100&username=owner'),
    root('log, model', '/api/log/?p=1&page_size=100&model_name=gpt-4o'),
    root('log, model pattern', '/api/log/?p=1&page_size=100&model_name=gpt%25'),
    root('log, no such model', '/api/log/?p=1&page_size=100&model_name=%25nothing%25'),
    root('log, slow', '/api/log/?p=1&page_size=100&result=slow&slow_ms=30000'),
    root('log, rescued', '/api/log/?p=1&page_size=100&result=rescued'),
    root('log, rescued of a user', '/api/log/?p=1&page_size=100&result=rescued&username=owner'),
    root('log, channel and group', '/api/log/?p=1&page_size=100&channel=7&group=vip'),
    root('log, token name', '/api/log/?p=1&page_size=100&token_name=token%207'),
    root('log, search a text', '/api/log/search?keyword=entry%201'),
    root('log, search a type', '/api/log/search?keyword=3'),
    root('log sums, all time', '/api/log/stat'),
    root('log sums, today', `/api/log/stat?${today}`),
    root('log sums, a month', `/api/log/stat?${month}`),
    root('log sums, a name', '/api/log/stat?username=owner'),
    root('log sums, a model', '/api/log/stat?model_name=gpt-4o'),
    owner('own log, first page', '/api/log/self?p=1&page_size=10'),
    owner('own log, deep page', `/api/log/self?p=${deep(logs / 1000)}&page_size=100`),
    owner('own log, model', '/api/log/self?p=1&page_size=100&model_name=gpt-4o'),
    owner('own log, search a type', '/api/log/self/search?keyword=2'),
    owner('own log sums', '/api/log/self/stat'),
    root('dashboard, a month', `/api/data/?${month}`),
    root('dashboard, a name', `/api/data/?${month}&username=owner`),
    owner('own dashboard', `/api/data/self?${month}`),
    costs('root', '90 days by model', 90, { by: 'model', ...daily }),
    costs('root', '90 days by channel', 90, { by: 'channel', limit: COST_ROWS, ...daily }),
    costs('root', 'a file of 90 days by channel and day', 90, { by: 'channel', then_by: 'day' }, 500),
    costs('root', '30 days by model', 30, { by: 'model', ...daily }),
    costs('root', 'a day by user', 1, { by: 'user', limit: COST_ROWS }),
    costs('root', '30 days by user', 30, { by: 'user', limit: COST_ROWS, ...daily }),
    costs('owner', 'own, 90 days', 90, { by: 'model', ...daily }),
    root('drawings, first page', '/api/mj/?p=0&page_size=10'),
    root('drawings, page deep', `/api/mj/?p=${deep(midjourneys)}&page_size=100`),
    root('drawings, channel', '/api/mj/?p=0&page_size=100&channel_id=7'),
    root(
      'drawings, a day',
      `/api/mj/?p=0&page_size=100&start_timestamp=${(now - 61 * DAY) * 1000}&end_timestamp=${(now - 60 * DAY) * 1000}`,
    ),
    owner('own drawings', '/api/mj/self?p=0&page_size=100'),
    root('tasks, first page', '/api/task/?p=0&page_size=10'),
    root('tasks, page deep', `/api/task/?p=${deep(tasks)}&page_size=100`),
    root('tasks, platform and state', '/api/task/?p=0&page_size=100&platform=kling&status=FAILURE'),
    root(
      'tasks, a day',
      `/api/task/?p=0&page_size=100&start_timestamp=${now - 61 * DAY}&end_timestamp=${now - 60 * DAY}`,
    ),
    root('tasks, no such action', '/api/task/?p=0&page_size=100&action=NOTHING'),
    owner('own tasks', '/api/task/self?p=0&page_size=100'),
  ];
}
