/** Returns true if a domain is that of a public mail provider, whose users do not form an organization. */
export function isPublicProvider(domain: string): boolean {
  return DOMAINS.has(domain) || BRAND.test(domain)
}

/** Providers with domains in many countries: yahoo.co.uk, hotmail.fr, gmx.at. */
const BRAND =
  /^(?:yahoo|ymail|rocketmail|hotmail|live|outlook|msn|gmx|googlemail|yandex)\.(?:(?:com?|net)\.)?[a-z]{2,3}$/

const DOMAINS = new Set(
  [
    'gmail.com googlemail.com aol.com aol.de aim.com icloud.com me.com mac.com mail.com email.com usa.net juno.com netzero.net',
    'proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com posteo.de posteo.net mailbox.org',
    'fastmail.com fastmail.fm hushmail.com zoho.com zohomail.com hey.com lycos.com excite.com bigfoot.com iname.com',
    'web.de freenet.de t-online.de arcor.de online.de 1und1.de kabelmail.de vodafone.de email.de onlinehome.de',
    'bluewin.ch hispeed.ch sunrise.ch aon.at chello.at a1.net utanet.at',
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr voila.fr club-internet.fr',
    'libero.it virgilio.it tiscali.it alice.it tin.it inwind.it iol.it telefonica.net terra.es',
    'btinternet.com btopenworld.com ntlworld.com virginmedia.com blueyonder.co.uk sky.com talktalk.net tiscali.co.uk demon.co.uk',
    'eircom.net indigo.ie oceanfree.net iol.ie comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net',
    'charter.net earthlink.net mindspring.com optonline.net attbi.com rr.com shaw.ca rogers.com sympatico.ca videotron.ca',
    'mail.ru inbox.ru list.ru bk.ru rambler.ru ya.ru ukr.net seznam.cz centrum.cz post.cz wp.pl o2.pl onet.pl interia.pl',
    'telia.com home.se spray.se online.no broadpark.no mail.dk jubii.dk ziggo.nl kpnmail.nl planet.nl xs4all.nl hetnet.nl',
    'telenet.be skynet.be scarlet.be sapo.pt abv.bg freemail.hu citromail.hu walla.co.il netvision.net.il',
    'qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com naver.com daum.net hanmail.net',
    'rediffmail.com uol.com.br bol.com.br terra.com.br ig.com.br bigpond.com bigpond.net.au optusnet.com.au iinet.net.au xtra.co.nz',
  ].flatMap((line) => line.split(' ')),
)
