/** The size of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Maximum width and height. Files with larger values are probably damaged or malicious. */
const MAX_PIXELS = 30_000

/** Reads the size from the header of a PNG, GIF, JPEG or WebP picture. Returns undefined for other or damaged files. */
export function pictureSize(data: Uint8Array): PictureSize | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  try {
    const size = sizeInHeader(view)
    return size && isPlausible(size.width) && isPlausible(size.height) ? size : undefined
  } catch {
    // The header is incomplete.
    return undefined
  }
}

const isPlausible = (pixels: number): boolean => pixels > 0 && pixels <= MAX_PIXELS

function sizeInHeader(view: DataView): PictureSize | undefined {
  if (view.byteLength < 12) return undefined
  const signature = view.getUint32(0)
  // PNG
  if (signature === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  // GIF8
  if (signature === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  // RIFF and WEBP
  if (signature === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view)
  return signature >>> 16 === 0xffd8 ? jpegSize(view) : undefined
}

/** The first chunk identifies the encoding of a WebP picture. */
function webpSize(view: DataView): PictureSize | undefined {
  const uint24 = (offset: number) => view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16)
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

/**
 * Reads the size of a JPEG picture. The file is a sequence of segments; the segment that starts a frame has the size. Cameras
 * store pictures in the orientation of their sensor; an earlier segment with Exif data says how to rotate them.
 */
function jpegSize(view: DataView): PictureSize | undefined {
  let isRotated = false
  for (let offset = 2; view.getUint8(offset) === 0xff; offset += 2 + view.getUint16(offset + 2)) {
    const marker = view.getUint8(offset + 1)
    if (marker === 0xe1) isRotated ||= isRotatedByExif(view, offset + 4)
    // The other three markers in this range start tables or extensions.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (!isFrame) continue
    const [height, width] = [view.getUint16(offset + 5), view.getUint16(offset + 7)]
    return isRotated ? { width: height, height: width } : { width, height }
  }
  return undefined
}

/** Returns true if a picture is to be rotated by 90 degrees: its orientation is 5, 6, 7 or 8. */
function isRotatedByExif(view: DataView, offset: number): boolean {
  // Exif
  if (view.getUint32(offset) !== 0x45786966) return false
  const tiffHeader = offset + 6
  const isLittleEndian = view.getUint16(tiffHeader) === 0x4949
  const entries = tiffHeader + view.getUint32(tiffHeader + 4, isLittleEndian)
  const count = view.getUint16(entries, isLittleEndian)
  for (let entry = entries + 2; entry < entries + 2 + count * 12; entry += 12) {
    const isOrientation = view.getUint16(entry, isLittleEndian) === 0x0112
    if (isOrientation) return view.getUint16(entry + 8, isLittleEndian) >= 5
  }
  return false
}
