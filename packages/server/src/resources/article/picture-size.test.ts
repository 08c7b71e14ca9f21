import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureSize } from './picture-size.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const png = bytes('89504e470d0a1a0a 0000000d 49484452 00000140 000000f0 0806000000')

test('the size of a picture is read from its header', () => {
  assert.deepEqual(pictureSize(png), { width: 320, height: 240 })
  assert.deepEqual(pictureSize(bytes('474946383961 4001 f000 800000')), { width: 320, height: 240 })
  const jpeg = bytes('ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 000b 08 00f0 0140 01 011100')
  assert.deepEqual(pictureSize(jpeg), { width: 320, height: 240 })
  const riff = '52494646 00000000 57454250'
  assert.deepEqual(pictureSize(bytes(`${riff} 56503858 0a000000 00000000 3f0100 ef0000`)), { width: 320, height: 240 })
  assert.deepEqual(pictureSize(bytes(`${riff} 5650384c 0a000000 2f 3fc13b00`)), { width: 320, height: 240 })
  assert.deepEqual(pictureSize(bytes(`${riff} 56503820 0a000000 000000 9d012a 4001 f000`)), { width: 320, height: 240 })
})

test('the size of a rotated photo is the size at which it is displayed', () => {
  const frame = 'ffc2 000b 08 00f0 0140 01 011100'
  const littleEndian = (orientation: string) =>
    bytes(
      `ffd8 ffe1 0022 457869660000 4949 2a00 08000000 0100 1201 0300 01000000 ${orientation}000000 00000000 ${frame}`,
    )
  assert.deepEqual(pictureSize(littleEndian('06')), { width: 240, height: 320 })
  assert.deepEqual(pictureSize(littleEndian('03')), { width: 320, height: 240 })
  const bigEndian = 'ffe1 0022 457869660000 4d4d 002a 00000008 0001 0112 0003 00000001 00080000 00000000'
  assert.deepEqual(pictureSize(bytes(`ffd8 ${bigEndian} ${frame}`)), { width: 240, height: 320 })
})

test('damaged files, implausible sizes and files that are not pictures give no size', () => {
  for (const data of [png.subarray(0, 18), Buffer.from('GIF'), Buffer.from('a text that is no picture')])
    assert.equal(pictureSize(data), undefined)
  assert.equal(pictureSize(bytes('474946383961 0000 f000 800000')), undefined)
  assert.equal(pictureSize(bytes('89504e470d0a1a0a 0000000d 49484452 ffffffff 000000f0')), undefined)
  assert.equal(pictureSize(bytes('ffd8 ffe0 0000 ffe0 0000 ffe0 0000')), undefined)
})
