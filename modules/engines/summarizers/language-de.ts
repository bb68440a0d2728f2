import type { Language } from "./language.ts";
import { opening, phrases, wordSet } from "./phrases.ts";

/** German. */
export const german: Language = {
	stopWords: wordSet(
		`der die das den dem des ein eine einen einem einer eines und oder aber wenn dann von vom zu zum zur in im an am auf aus bei bis
		mit für über unter nach vor durch als wie ist sind war waren sein seine seinen bin bist seid gewesen dies diese dieser
		dieses diesen dass daß sich wir ihr ich du er sie es uns euch mich dich mir dir ihm ihn ihnen unser unsere euer mein
		meine dein nicht kein keine nein ja auch sehr noch schon nur mal so da hier dort jetzt also doch denn weil was wer wo
		wann warum wie welche welcher haben hat habe hatte hatten gehabt werden wird werde wurde worden kann können könnte muss
		müssen soll sollen will wollen möchte man alle alles andere mehr viel etwas nichts gut danke hallo guten morgen tag okay
		einfach eigentlich vielleicht glaube ja genau halt eben sagen gesagt machen gemacht`,
	),
	endings: /(?:ungen|ung|heiten|heit|keiten|keit|lichen|liche|lich|ern|em|en|er|es|e|n|s)$/,
	abbreviations: /(?:^|\s)(?:z\.\s?b|d\.\s?h|u\.\s?a|bzw|usw|ca|dr|prof|hr|fr|nr|etc|[A-Z]|\d{1,2})\.$/i,
	decided: phrases(
		`(?:wir|sie) haben (?:\\p{L}+ ){0,6}?(?:beschlossen|entschieden|vereinbart|abgestimmt|geeinigt)|(?:es )?(?:wurde|ist) (?:\\p{L}+ ){0,4}?(?:beschlossen|entschieden|vereinbart)|wir beschließen|der beschluss|die entscheidung (?:ist|war|lautet)|wir sind uns einig|(?:beschlossen|vereinbart) (?:wurde|ist)|wir nehmen`,
	),
	undecided: phrases(`nicht|noch nicht|nie|ob|falls|wenn|bevor|kein|keine`),
	promises: phrases(
		`(?:ich werde|werde ich|ich muss|muss ich|ich soll|ich kümmere|kümmere ich|ich übernehme|übernehme ich|ich schicke|schicke ich|ich sende|sende ich|ich mache|mache ich|ich bereite|bereite ich|ich erstelle|ich prüfe|ich kläre)`,
	),
	idle: phrases(
		`(?:ich werde|ich muss|muss ich) (?:sagen|sehen|zugeben|gehen|nicht)|(?:kannst du|können sie|könnt ihr) (?:mich )?(?:hören|sehen|wiederholen|erklären)`,
	),
	duties: `(?: (?:wird|muss|soll|sollte|kümmert sich|übernimmt|bereitet|schickt|erstellt|klärt|prüft)(?! (?:nicht|sein)(?![\\p{L}])))(?![\\p{L}])`,
	asks: phrases(
		`bitte|(?:kannst du|könntest du|können sie|könnten sie|könnt ihr) |vergiss nicht|vergessen sie nicht|denk(?:t|en sie)? daran|stell(?:e|en sie)? sicher`,
	),
	needs: phrases(
		`(?:wir|jemand) (?:müssen|muss|sollten|sollte|brauchen|braucht)|(?:müssen|brauchen|sollten) wir|ist fällig|muss (?:\\p{L}+ ){0,3}?fertig sein`,
	),
	tasks: phrases(`aufgaben?|hausaufgaben?|to-?dos?|offene punkte`),
	noNames: wordSet(
		`der die das den dem ein eine dies diese dieser dieses es er sie wir ihr ich du man wer was wann wo wie warum alle alles
		jeder jemand niemand keiner montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai
		juni juli august september oktober november dezember heute morgen gestern dann aber und auch danach kunden leute kunde
		projekt team preis bericht termin lieferant budget`,
	),
	answers: opening(
		`ja|nein|doch|klar|natürlich|genau|richtig|stimmt|ich denke|ich glaube|weil|das ist|es ist|ungefähr|wahrscheinlich|gute frage`,
	),
	courtesies: phrases(
		`wie geht(?:'s| es)|hört ihr mich|hören sie mich|kannst du mich hören|noch fragen|oder\\?|okay\\?|fangen wir an|nicht wahr`,
	),
	definition: phrases(
		`heißt|bezeichnet|bedeutet|das heißt|mit anderen worten|besteht aus|versteht man|zum beispiel|ist (?:ein|eine) (?:art|form|teil|menge)`,
	),
	obstacle: phrases(
		`blockiert|problem|probleme|risiko|risiken|verzögerung|verspätet|fehler|fehlgeschlagen|kaputt|warte|warten|kann nicht|können nicht|sorge|engpass`,
	),
	progress: phrases(
		`gestern|heute|fertig|erledigt|abgeschlossen|veröffentlicht|arbeite an|gearbeitet|angefangen|weiter|fortschritt`,
	),
	emphasis: phrases(
		`wichtig|wichtige|wichtigste|entscheidend|wesentlich|ziel|ziele|hauptsächlich|merkt euch|frist|priorität|budget|plan|zusammengefasst|ergebnis|fazit|prüfung|klausur`,
	),
	noDates: phrases(`sekunden?|minuten?|stunden?|moment|letzte[nrsm]?|vergangene[nrsm]?|vor|gestern|seit`),
	within: phrases(`(?:bis|im|in|vor|ende|bis ende|bis zum|während)(?: ende)?$`),
	periods: [
		[phrases(`ende (?:der )?nächster? woche|(?:bis|in der) nächste[rn]? woche`), "next week"],
		[phrases(`(?:bis )?(?:zum )?ende (?:der|dieser) woche|wochenende|diese woche`), "week"],
		[phrases(`(?:ende )?nächste[nrs]? monats?`), "next month"],
		[phrases(`monatsende|ende (?:des|dieses) monats|diesen monat`), "month"],
		[phrases(`quartalsende|ende (?:des|dieses) quartals`), "quarter"],
		[phrases(`jahresende|ende (?:des|dieses) jahres|dieses jahr`), "year"],
	],
	dates: () => (require("chrono-node/de") as typeof import("chrono-node/de")).casual,
};
