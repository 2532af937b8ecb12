// The upstream of the benchmark: raw sockets and prepared bytes, so that it costs next to nothing beside a proxy.
import net from 'node:net';
import { cases, streamedAnswer, wholeAnswer } from './cases.mjs';

const PACE_MS = 10;
/** The model stands at the start of a body. */
const MODEL_WITHIN = 64;
const HEADERS_END = Buffer.from('\r\n\r\n');
const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n';

const byModel = new Map(cases.map((each) => [each.model, prepare(each)]));
/** Open paced streams; one timer serves them all. */
const paced = new Set();
const served = Object.fromEntries([...byModel.keys()].map((model) => [model, 0]));

function prepare(each) {
  const { model, stream, paced: slowly } = each;
  if (!stream) {
    const body = wholeAnswer(model);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return { whole: Buffer.from(head + body) };
  }
  const chunks = streamedAnswer(each).map(
    (frame) => `${Buffer.byteLength(frame).toString(16)}\r\n${frame}\r\n`,
  );
  chunks[0] = STREAM_HEAD + chunks[0];
  chunks[chunks.length - 1] += '0\r\n\r\n';
  return slowly
    ? { pieces: chunks.map((chunk) => Buffer.from(chunk)) }
    : { whole: Buffer.from(chunks.join('')) };
}

const server = net.createServer({ noDelay: true }, (socket) => {
  let held;
  let missing = 0;
  let answer;
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    for (const stream of paced) if (stream.socket === socket) paced.delete(stream);
  });
  socket.on('data', (data) => {
    if (missing > 0) {
      missing -= data.length;
      if (missing <= 0) send(socket, answer);
      return;
    }
    const bytes = held ? Buffer.concat([held, data]) : data;
    const end = bytes.indexOf(HEADERS_END);
    if (end < 0 || bytes.length < end + 4 + MODEL_WITHIN) {
      held = bytes;
      return;
    }
    held = undefined;
    const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.latin1Slice(0, end))?.[1];
    const model = /"model" ?: ?"([^"]+)"/.exec(bytes.latin1Slice(end + 4, end + 4 + MODEL_WITHIN))?.[1];
    answer = byModel.get(model ?? '');
    if (length === undefined || !answer) {
      socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    served[model] += 1;
    missing = end + 4 + Number(length) - bytes.length;
    if (missing <= 0) send(socket, answer);
  });
});

function send(socket, { whole, pieces }) {
  if (whole) socket.write(whole);
  else paced.add({ socket, pieces, next: 0 });
}

setInterval(() => {
  for (const stream of paced) {
    stream.socket.write(stream.pieces[stream.next++]);
    if (stream.next === stream.pieces.length) paced.delete(stream);
  }
}, PACE_MS);

process.on('message', () => process.send({ served }));
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
