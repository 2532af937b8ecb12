import { createHash } from 'node:crypto';
import { TokenCounter } from './tokens.js';

/** Prose, code and data, none of which the costs were fitted to, with their numbers of tokens by o200k_base. */
const samples: readonly (readonly [name: string, text: string, tokens: number])[] = [
  [
    'English',
    'The museum opens at nine, but the queue usually begins an hour earlier. If you arrive after lunc' +
      'h, buy the ticket online and use the side entrance, which most visitors overlook. Photography is' +
      " allowed without flash. Children under twelve don't pay, and there's a cafe on the second floor " +
      'with a wonderful view of the harbour. We spent three hours there and still missed half of the co' +
      'llection.',
    77,
  ],
  [
    'Chinese',
    '博物馆九点开门，但通常八点就有人开始排队。如果下午才到，可以先在网上买票，再从侧门进去，大多数游客都不知道那个入口。馆内可以拍照，不过不能用闪光灯。十二岁以下的孩子免费，二楼有一家咖啡厅，能看' +
      '到整个港口。我们在里面待了三个小时，还是有一半的展品没来得及看。',
    94,
  ],
  [
    'Russian',
    'Музей открывается в девять, но очередь обычно собирается за час до этого. Если вы приедете после' +
      ' обеда, купите билет в интернете и войдите через боковой вход, который большинство посетителей н' +
      'е замечает. Фотографировать можно без вспышки. Дети до двенадцати лет не платят, а на втором эта' +
      'же есть кафе с прекрасным видом на гавань. Мы провели там три часа и всё равно не увидели полови' +
      'ну коллекции.',
    104,
  ],
  [
    'Japanese',
    '博物館は九時に開きますが、たいてい一時間前から列ができます。午後に行く場合は、先にネットでチケットを買って、ほとんどの人が気づかない横の入口から入ると便利です。フラッシュを使わなければ写真を撮' +
      'ってもかまいません。十二歳未満の子どもは無料で、二階には港がよく見えるカフェもあります。私たちは三時間いましたが、それでも展示の半分は見られませんでした。',
    126,
  ],
  [
    'Arabic',
    'يفتح المتحف أبوابه في التاسعة، لكن الناس يبدؤون بالوقوف في الصف قبل ذلك بساعة. إذا وصلت بعد الظه' +
      'ر فاشتر التذكرة من الإنترنت وادخل من الباب الجانبي الذي لا يلاحظه معظم الزوار. التصوير مسموح من ' +
      'دون فلاش. الأطفال دون الثانية عشرة لا يدفعون، وفي الطابق الثاني مقهى يطل على الميناء. قضينا هناك' +
      ' ثلاث ساعات ولم نشاهد سوى نصف المعروضات.',
    103,
  ],
  [
    'code',
    `export async function retry<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  let lastError: unknown;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await work();
    } catch (error) {
      lastError = error;
      // Wait longer before each further attempt.
      if (attempt < attempts) await sleep(2 ** attempt * 100);
    }
  }
  throw lastError;
}

class Cache:
    def __init__(self, size: int = 128) -> None:
        self._items: dict[str, bytes] = {}
        self._size = size

    def get(self, key: str) -> bytes | None:
        return self._items.get(key)
`,
    163,
  ],
  ['JSON', JSON.stringify(Array.from({ length: 12 }, (_, index) => product(index))), 525],
  ['numbers', numbers(), 397],
  ['base64', bytes().toString('base64'), 1156],
];

test.each(samples)('%s counts within 10 %% of a tokenizer', (_name, text, tokens) => {
  const counter = new TokenCounter();
  counter.add(text);
  expect(Math.abs(counter.tokens / tokens - 1)).toBeLessThan(0.1);
});

function product(index: number): object {
  return {
    id: 7000 + index,
    title: ['Blue chair', 'Oak table', 'Desk lamp'][index % 3],
    price: (index * 37 + 19) / 4,
    in_stock: index % 4 !== 0,
    tags: ['new', 'sale'].slice(index % 2),
    updated_at: `2026-0${1 + (index % 9)}-1${index % 10}T1${index % 10}:3${index % 6}:00Z`,
  };
}

/** A table of numbers of one to six digits. */
function numbers(): string {
  let state = 7;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const cell = () => String(below(10 ** (1 + below(6))));
  return Array.from({ length: 40 }, () => [cell(), cell(), cell(), cell()].join(' ')).join('\n');
}

function bytes(): Buffer {
  return Buffer.concat(
    Array.from({ length: 40 }, (_, index) => createHash('sha256').update(String(index)).digest()),
  );
}
