// How Postgres answers: each statement of a request, explained with the parameters it had.

/**
 * Listens to the statements a data source runs.
 * @param {import('typeorm').DataSource} dataSource
 */
export function listen(dataSource) {
  /** @type {Map<string, unknown[]>} */
  const heard = new Map();
  let listening = false;
  const quiet = () => undefined;
  dataSource.logger = {
    logQuery: (query, parameters = []) => {
      if (listening && /^\s*(SELECT|WITH)\b/i.test(query)) heard.set(query, parameters);
    },
    logQueryError: quiet,
    logQuerySlow: quiet,
    logSchemaBuild: quiet,
    logMigration: quiet,
    log: quiet,
  };
  return {
    /** @returns {Promise<{ query: string, parameters: unknown[] }[]>} the reading statements while `work` ran */
    async during(work) {
      heard.clear();
      listening = true;
      await work();
      listening = false;
      return [...heard].map(([query, parameters]) => ({ query, parameters }));
    },
  };
}

/**
 * @param {import('pg').Client} db
 * @param {{ query: string, parameters: unknown[] }} statement
 * @returns {Promise<{ summary: string, full: string }>}
 */
export async function explain(db, { query, parameters }) {
  const text = await db.query(`EXPLAIN (ANALYZE, BUFFERS) ${query}`, parameters);
  const lines = text.rows.map((row) => row['QUERY PLAN']);
  const full = lines.join('\n');
  const took = /Execution Time: ([\d.]+) ms/.exec(full)?.[1] ?? '?';
  const planned = /Planning Time: ([\d.]+) ms/.exec(full)?.[1] ?? '?';
  const buffers = /Buffers: (.*)/.exec(full)?.[1] ?? 'none';
  const scans = new Map();
  for (const line of lines) {
    const [, scan, target] =
      /((?:Parallel )?(?:Seq Scan|Index Only Scan(?: Backward)?|Index Scan(?: Backward)?|Bitmap Index Scan)) (?:using|on) (\S+)/.exec(
        line,
      ) ?? [];
    if (scan === undefined || line.includes('never executed')) continue;
    const what = `${scan} ${target.replace(/^(logs)_\d{4}_\d{2}/, '$1')}`;
    scans.set(what, (scans.get(what) ?? 0) + 1);
  }
  const how = [...scans].map(([what, times]) => (times > 1 ? `${what} ×${times}` : what)).join(', ');
  const short = query.replace(/\s+/g, ' ').replace(/^SELECT .*? FROM /, 'SELECT … FROM ');
  return {
    summary: `  ${took} ms (+${planned} planning); buffers ${buffers}; ${how || 'no scan'}\n    ${short.slice(0, 150)}`,
    full: `  ${query.replace(/\s+/g, ' ')}\n  ${JSON.stringify(parameters).slice(0, 500)}\n${full.replace(/^/gm, '    ')}`,
  };
}
