/** The size of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Larger pictures are probably damaged or malicious. */
const MAX_PIXELS = 30_000

/** Reads the size from the head of a PNG, GIF, JPEG or WebP picture. Undefined for others, and for damaged ones. */
export function pictureSize(data: Uint8Array): PictureSize | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  try {
    const size = sizeIn(view)
    return size && isPlausible(size.width) && isPlausible(size.height) ? size : undefined
  } catch {
    // The picture ends within its head.
    return undefined
  }
}

const isPlausible = (pixels: number): boolean => pixels > 0 && pixels <= MAX_PIXELS

function sizeIn(view: DataView): PictureSize | undefined {
  if (view.byteLength < 12) return undefined
  const start = view.getUint32(0)
  if (start === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (start === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (start === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view)
  return start >>> 16 === 0xffd8 ? jpegSize(view) : undefined
}

/** The first chunk says how a WebP picture is encoded. */
function webpSize(view: DataView): PictureSize | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  switch (view.getUint32(12)) {
    case 0x56503858: // VP8X
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    case 0x5650384c: {
      // VP8L
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 0x56503820: // VP8
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    default:
      return undefined
  }
}

/** A JPEG picture is a row of segments; one of those that start a frame has the size. */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return undefined
}
