/**
 * Domains of mail providers, and of access providers with mail, whose addresses anybody can get: none of them belongs to one
 * organization. Only well-known ones: a domain that is missing here still has to be proved, and one that is here wrongly keeps
 * its owner out.
 */
export const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(
	`
	gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp outlook.co.id
	outlook.com.br outlook.com.au hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.be
	hotmail.nl hotmail.se hotmail.ca hotmail.com.br hotmail.com.ar hotmail.co.jp hotmail.co.th hotmail.ru live.com
	live.co.uk live.fr live.de live.it live.nl live.be live.ca live.com.au live.com.mx live.jp live.cn msn.com
	msn.co.uk passport.com windowslive.com
	yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.co.in yahoo.in yahoo.co.jp
	yahoo.co.id yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.za yahoo.com.ar yahoo.com.au yahoo.com.br
	yahoo.com.cn yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw
	yahoo.com.vn yahoo.cn yahoo.dk yahoo.gr yahoo.ie yahoo.nl yahoo.no yahoo.pl yahoo.ro yahoo.se ymail.com
	rocketmail.com myyahoo.com
	icloud.com me.com mac.com aol.com aol.co.uk aol.de aol.fr aim.com verizon.net att.net sbcglobal.net
	bellsouth.net pacbell.net comcast.net xfinity.com cox.net charter.net spectrum.net earthlink.net
	mindspring.com juno.com netzero.net optonline.net optimum.net frontier.com frontiernet.net windstream.net
	centurylink.net embarqmail.com q.com roadrunner.com rr.com twc.com suddenlink.net mediacombb.net
	proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tutamail.com tuta.io tuta.com keemail.me
	fastmail.com fastmail.fm hey.com hushmail.com hush.com mailfence.com runbox.com posteo.de posteo.net
	mailbox.org disroot.org riseup.net startmail.com duck.com skiff.com zoho.com zohomail.com zohomail.eu mail.com
	email.com usa.com myself.com consultant.com europe.com asia.com engineer.com post.com dr.com gmx.com gmx.us
	gmx.co.uk gmx.fr inbox.com lycos.com excite.com rediffmail.com rediff.com sify.com indiatimes.com
	gmx.de gmx.net gmx.at gmx.ch web.de email.de t-online.de magenta.de freenet.de arcor.de 1und1.de online.de
	vodafonemail.de kabelmail.de unitybox.de bluewin.ch hispeed.ch sunrise.ch aon.at chello.at a1.net
	orange.fr wanadoo.fr laposte.net free.fr sfr.fr neuf.fr bbox.fr numericable.fr club-internet.fr voila.fr
	aliceadsl.fr skynet.be telenet.be proximus.be voo.be ziggo.nl kpnmail.nl planet.nl home.nl hetnet.nl xs4all.nl
	casema.nl chello.nl zonnet.nl upcmail.nl
	btinternet.com btopenworld.com talktalk.net sky.com virginmedia.com ntlworld.com blueyonder.co.uk
	tiscali.co.uk plusnet.com o2.co.uk eircom.net
	libero.it virgilio.it alice.it tin.it tiscali.it poste.it inwind.it iol.it email.it fastwebnet.it aruba.it
	tim.it terra.es telefonica.net ya.com sapo.pt mail.pt clix.pt iol.pt
	wp.pl o2.pl onet.pl onet.eu op.pl vp.pl poczta.onet.pl interia.pl interia.eu gazeta.pl tlen.pl poczta.fm
	seznam.cz email.cz centrum.cz atlas.cz volny.cz azet.sk zoznam.sk centrum.sk freemail.hu citromail.hu
	indamail.hu abv.bg mail.bg inbox.lv mail.ee hot.ee one.lt telia.com spray.se bredband.net online.no sol.no
	mail.dk jubii.dk suomi24.fi luukku.com in.gr otenet.gr mynet.com ukr.net i.ua meta.ua bigmir.net
	mail.ru inbox.ru list.ru bk.ru internet.ru yandex.ru yandex.com yandex.by yandex.kz yandex.ua ya.ru rambler.ru
	lenta.ru autorambler.ru ro.ru myrambler.ru tut.by
	qq.com vip.qq.com foxmail.com 163.com vip.163.com 126.com 188.com yeah.net netease.com sina.com sina.cn
	vip.sina.com sohu.com aliyun.com 139.com 189.cn wo.cn 21cn.com tom.com 263.net naver.com hanmail.net daum.net
	nate.com kakao.com docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp nifty.com biglobe.ne.jp goo.jp
	excite.co.jp yahoo.ne.jp hinet.net pchome.com.tw seed.net.tw netvigator.com singnet.com.sg
	uol.com.br bol.com.br terra.com.br globo.com globomail.com ig.com.br r7.com oi.com.br zipmail.com.br
	prodigy.net.mx arnet.com.ar fibertel.com.ar ciudad.com.ar speedy.com.ar
	bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au ozemail.com.au internode.on.net
	westnet.com.au xtra.co.nz slingshot.co.nz
	sympatico.ca rogers.com shaw.ca telus.net videotron.ca bell.net cogeco.ca walla.co.il walla.com bezeqint.net
	maktoob.com webmail.co.za mweb.co.za telkomsa.net vodamail.co.za
	mailinator.com guerrillamail.com guerrillamail.net guerrillamail.org guerrillamail.de sharklasers.com grr.la
	10minutemail.com temp-mail.org temp-mail.io tempmail.com tempmailo.com throwawaymail.com yopmail.com
	yopmail.fr yopmail.net maildrop.cc dispostable.com getnada.com nada.email trashmail.com trashmail.de
	mailnesia.com mintemail.com mohmal.com moakt.com emailondeck.com fakeinbox.com spamgourmet.com mytemp.email
	burnermail.io mailcatch.com discard.email tempr.email 33mail.com simplelogin.com simplelogin.co anonaddy.com
	anonaddy.me addy.io privaterelay.appleid.com mozmail.com passmail.net
	`
		.trim()
		.split(/\s+/),
);
