// The load generator: keep-alive connections on raw sockets. It only counts and takes times.
import net from 'node:net';
import tls from 'node:tls';

const HEADERS_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = '\r\n0\r\n\r\n';
/** What a stream must end with, in whichever chunks. */
const END_MARKER = /\[DONE\]|message_stop|"total_tokens":70\}/;
const TAIL = 64;
const PATIENCE_MS = 60_000;

process.on('disconnect', () => process.exit(0));
process.on('message', (task) => void new Run(task).start());

/**
 * One run against one port. Closed loop: every connection asks again as soon as it has its answer. With `rate`
 * (requests per second): open loop, and waiting for a free connection counts as latency. With `mayRefuse`, a 503 with
 * Retry-After is no failure. With `foreign`, the server is one of the reader's own: it may be far away and answer anything, and what is
 * not 200 counts as a failure alone.
 */
class Run {
  constructor({ port, request, connections, warmMs, measureMs, rate, mayRefuse = false, foreign }) {
    Object.assign(this, { port, connections, warmMs, measureMs, rate, mayRefuse, foreign });
    this.request = Buffer.from(request, 'latin1');
    this.totals = [];
    this.firsts = [];
    this.refusals = [];
    this.gaps = [];
    this.failures = new Map();
    this.measuring = false;
    this.running = true;
    this.idle = [];
    this.waiting = [];
    this.open = 0;
  }

  async start() {
    for (let i = 0; i < this.connections; i++) this.connect();
    const pacer = this.rate ? this.pace() : undefined;
    await sleep(this.warmMs);
    this.measuring = true;
    const since = performance.now();
    process.send({ measuring: true });
    await sleep(this.measureMs);
    this.measuring = false;
    const seconds = (performance.now() - since) / 1000;
    const times = {
      total: spread(this.totals),
      first: spread(this.firsts),
      gap: spread(this.gaps),
      refused: spread(this.refusals),
    };
    process.send({ measured: { seconds, ...times, unsent: this.waiting.length } });
    this.running = false;
    clearInterval(pacer);
    this.waiting.length = 0;
    const limit = Date.now() + PATIENCE_MS;
    while (this.open > this.idle.length && Date.now() < limit) await sleep(10);
    for (const socket of this.idle) socket.destroy();
    process.send({ ended: { failures: Object.fromEntries(this.failures) } });
  }

  connect() {
    const address = { port: this.port, host: this.foreign?.host ?? '127.0.0.1', noDelay: true };
    const isTls = this.foreign?.tls ?? false;
    const servername = net.isIP(address.host) ? '' : address.host;
    const socket = isTls ? tls.connect({ ...address, servername }) : net.connect(address);
    const state = { asked: 0, headersSeen: false, refused: false, missing: -1, tail: '' };
    socket.on('data', (data) => this.read(socket, state, data));
    socket.on('error', (error) => this.fail(error.code));
    socket.on('close', () => {
      this.open -= 1;
      if (state.asked) this.fail('closed before the answer was complete');
      this.idle = this.idle.filter((each) => each !== socket);
      // A server that refuses connections is not asked as fast as it can refuse.
      if (this.running && this.foreign) setTimeout(() => this.running && this.connect(), 100);
      else if (this.running) this.connect();
    });
    this.open += 1;
    socket.state = state;
    socket.on(isTls ? 'secureConnect' : 'connect', () => this.free(socket));
  }

  free(socket) {
    if (this.running && !this.rate) return this.ask(socket, performance.now());
    const due = this.waiting.shift();
    if (due !== undefined) this.ask(socket, due);
    else this.idle.push(socket);
  }

  ask(socket, since) {
    socket.state.asked = since;
    socket.write(this.request);
  }

  pace() {
    let next = performance.now();
    const gap = 1000 / this.rate;
    return setInterval(() => {
      for (const now = performance.now(); next <= now; next += gap) {
        const socket = this.idle.pop();
        if (socket) this.ask(socket, now);
        else this.waiting.push(now);
      }
    }, 1);
  }

  read(socket, state, data) {
    if (state.part) data = Buffer.concat([state.part, data]);
    state.part = undefined;
    const now = performance.now();
    if (this.measuring && state.headersSeen) this.gaps.push(now - state.seen);
    state.seen = now;
    if (!state.headersSeen) {
      const end = data.indexOf(HEADERS_END);
      // Small headers written at once arrive at once on loopback; anything else is not what we measure.
      if (end < 0 && this.foreign) return void (state.part = data);
      if (end < 0) return socket.destroy(Object.assign(new Error(), { code: 'headers in pieces' }));
      state.headersSeen = true;
      state.first = now - state.asked;
      const head = data.latin1Slice(0, end);
      state.refused = this.mayRefuse && /^HTTP\/1.1 503 [^]*\r\nretry-after: /i.test(head);
      state.failed = !state.refused && !head.startsWith('HTTP/1.1 200');
      if (state.failed) this.fail(head.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      state.missing = length === undefined ? -1 : end + 4 + Number(length);
    }
    let complete;
    if (state.missing >= 0) {
      state.missing -= data.length;
      complete = state.missing <= 0;
    } else {
      const last = data.latin1Slice(Math.max(0, data.length - TAIL));
      state.tail = last.length < TAIL ? (state.tail + last).slice(-TAIL) : last;
      complete = state.tail.endsWith(LAST_CHUNK);
      if (complete && !this.foreign && !END_MARKER.test(state.tail)) this.fail('not ended as it should be');
    }
    if (!complete) return;
    if (this.measuring && state.refused) this.refusals.push(now - state.asked);
    else if (this.measuring && !(this.foreign && state.failed)) {
      this.totals.push(now - state.asked);
      this.firsts.push(state.first);
    }
    Object.assign(state, { asked: 0, headersSeen: false, missing: -1, tail: '' });
    this.free(socket);
  }

  fail(what) {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }
}

/** Milliseconds. */
function spread(times) {
  const sorted = Float64Array.from(times).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

function sleep(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
