// One load on one target: what was sent, what it took, and what it should have been charged.
import os from 'node:os';
import { pathOf, requestBody } from './cases.mjs';
import { machineCpuSeconds, messageOf, treeCpuSeconds } from './processes.mjs';

/** Sends cases to targets with the load generator and the upstream of this benchmark. */
export class Runs {
  /** Share of the machine's CPU time that was used or taken by others than this benchmark, of each measured window. */
  disturbances = [];

  constructor({ upstream, clients }) {
    Object.assign(this, { upstream, clients });
  }

  /** A target that does not pass on the whole answer need not be measured. */
  async probe(target, each) {
    await this.#counted(target, each, async () => {
      await ask(target, each);
      return {};
    });
  }

  /**
   * Runs the load once; `window` is called at the start and at the end of the measured time.
   * @returns {Promise<{ seconds: number, total: object, first: object, failures: object, before: any, after: any, served: number }>}
   *   `served`: requests that the upstream answered, those outside the measured time included
   */
  load(target, each, options) {
    return this.#counted(target, each, () => this.#run(target, each, options));
  }

  /** Does something with a target, and remembers what it should have been charged for it. */
  async #counted(target, each, work) {
    const before = await this.#servedByUpstream(each);
    const result = await work();
    const served = (await this.#servedByUpstream(each)) - before;
    target.expected = (target.expected ?? 0) + served * each.quota;
    return { ...result, served };
  }

  async #servedByUpstream({ model }) {
    const served = messageOf(this.upstream, 'served');
    this.upstream.send({});
    return (await served)[model];
  }

  async #run(target, each, { window = () => undefined, ...shape }) {
    const body = requestBody(each);
    const headers = {
      host: '127.0.0.1',
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...target.headers,
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `POST ${pathOf(each)} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
    const measuring = messageOf(this.clients, 'measuring');
    const measured = messageOf(this.clients, 'measured');
    const ended = messageOf(this.clients, 'ended');
    this.clients.send({ port: target.port, request, ...shape });
    await measuring;
    const othersBefore = othersCpuSeconds();
    const before = window();
    const times = await measured;
    const after = window();
    this.disturbances.push((othersCpuSeconds() - othersBefore) / (times.seconds * os.cpus().length));
    return { ...times, ...(await ended), before, after };
  }
}

/** CPU time of all that is not part of this benchmark, which started every process it measures. */
function othersCpuSeconds() {
  return machineCpuSeconds() - treeCpuSeconds(process.pid);
}

async function ask(target, each) {
  const response = await fetch(`http://127.0.0.1:${target.port}${pathOf(each)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.headers },
    body: requestBody(each),
  });
  const text = await response.text();
  const complete =
    /"(total|output)_tokens":(70|50)/.test(text) &&
    (!each.stream || /\[DONE\]|message_stop|"total_tokens":70\}/.test(text.slice(-64)));
  if (response.status !== 200 || !complete)
    throw new Error(`${target.name}, ${each.name}: ${response.status} ${text.slice(0, 300)}`);
}
