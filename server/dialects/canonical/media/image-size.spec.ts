import { imageSize } from './image-size.js';

/** Bytes in hexadecimal, followed by zeros up to 30 bytes: no image is smaller. */
const bytes = (hex: string, length = 30) => {
  const head = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  return Buffer.concat([head, Buffer.alloc(Math.max(0, length - head.length))]);
};
const sizeOf = (file: Buffer) => imageSize(file.toString('base64'));

const PNG = '89504e470d0a1a0a 0000000d 49484452';
const RIFF = '52494646 00000000 57454250';
/** 640 × 480, 8 bits, 3 components. */
const FRAME = '0011 08 01e0 0280 03';
const APP0 = 'ffe0 0010 4a46494600 0101 00 0001 0001 0000';

test.each([
  ['PNG', `${PNG} 00000280 000001e0`],
  ['GIF', '474946383961 8002 e001'],
  ['lossy WebP', `${RIFF} 56503820 00000000 000000 9d012a 8002 e001`],
  ['lossy WebP with bits for scaling', `${RIFF} 56503820 00000000 000000 9d012a 8042 e081`],
  ['lossless WebP', `${RIFF} 5650384c 00000000 2f 7fc27700`],
  ['extended WebP', `${RIFF} 56503858 0a000000 00000000 7f0200 df0100`],
  ['JPEG', `ffd8 ${APP0} ffc0 ${FRAME}`],
  ['JPEG without a segment before the frame', `ffd8 ffc0 ${FRAME}`],
])('%s', (_format, hex) => {
  expect(sizeOf(bytes(hex))).toEqual({ width: 640, height: 480 });
});

test.each(['c0', 'c1', 'c2', 'c3', 'c5', 'c6', 'c7', 'c9', 'ca', 'cb', 'cd', 'ce', 'cf'])(
  'a JPEG frame may begin with the marker %s',
  (marker) => {
    expect(sizeOf(bytes(`ffd8 ${APP0} ff${marker} ${FRAME}`))).toEqual({ width: 640, height: 480 });
  },
);

test.each([
  ['Huffman tables', 'c4'],
  ['extensions', 'c8'],
  ['arithmetic coding', 'cc'],
  ['quantisation tables', 'db'],
  ['an application', 'e1'],
  ['a comment', 'fe'],
  ['reserved', 'bf'],
])('a JPEG segment of %s (%s) before the frame is skipped', (_what, marker) => {
  expect(sizeOf(bytes(`ffd8 ff${marker} 0009 11223344556677 ffc0 ${FRAME}`))).toEqual({
    width: 640,
    height: 480,
  });
});

test('fill bytes before the markers of a JPEG are skipped', () => {
  expect(sizeOf(bytes(`ffd8 ffff ${APP0} ffffff ffc0 ${FRAME}`))).toEqual({ width: 640, height: 480 });
});

test('the frame of a JPEG may end with the bytes that are known', () => {
  expect(sizeOf(bytes(`ffd8 ${APP0} fffe 0005 000000 ffc0 0011 08 01e0 0280`, 0))).toEqual({
    width: 640,
    height: 480,
  });
});

describe('there is no size in', () => {
  test.each([
    ['nothing', bytes('', 0)],
    ['less than 30 bytes', bytes(`${PNG} 00000280 000001e0`, 29)],
    ['another format', bytes('424d 36100e00 0000 0000 36000000 28000000')],
    ['another format with the markers of a JPEG', bytes(`0000 ffc0 ${FRAME}`)],
    ['WebP of an unknown kind', bytes(`${RIFF} 414c5048 0a000000 00000000 7f0200 df0100`)],
    ['PNG without width', bytes(`${PNG} 00000000 000001e0`)],
    ['PNG without height', bytes(`${PNG} 00000280 00000000`)],
    ['JPEG without a frame', bytes(`ffd8 ${APP0}`)],
    ['JPEG that is no sequence of segments', bytes(`ffd8 ${APP0} 00c0 ${FRAME}`, 64)],
    ['JPEG that was cut in the frame', bytes(`ffd8 ${APP0} fffe 0006 00000000 ffc0 0011 08 01e0 02`, 0)],
    ['JPEG that was cut behind a marker', bytes(`ffd8 ${APP0} fffe 0008 000000000000 ffc0`, 0)],
  ])('%s', (_what, file) => {
    expect(sizeOf(file)).toBeUndefined();
  });

  test('JPEG with the frame behind the first 48 KB, which are all that is decoded', () => {
    const preview = (length: number) =>
      Buffer.concat([bytes(`ffd8 ffe2 ${length.toString(16)}`, length + 4), bytes(`ffc0 ${FRAME}`)]);
    expect(sizeOf(preview(0xbf00))).toEqual({ width: 640, height: 480 });
    expect(sizeOf(preview(0xc100))).toBeUndefined();
  });
});
