import type { Language } from "./language.ts";
import { opening, phrases, wordSet } from "./phrases.ts";

/** French. */
export const french: Language = {
	stopWords: wordSet(
		`le la les l un une des et ou où mais si de du d au aux à en dans avec par pour sans sur sous comme est sont était étaient
		être été suis es sommes êtes ce cet cette ces ça cela c qui que qu quoi se s sa son ses leur leurs nous vous je j tu il
		elle on ils elles me m te t mon ma mes ton ta tes notre nos votre vos ne n pas plus moins très aussi donc alors puis
		bien oui non bon bonjour merci voilà tout tous toute toutes autre autres même a ai as avons avez ont avait avoir eu fait
		faire fais vais va allons allez vont peut peux pouvons quand comment pourquoi parce car ici là y entre chaque rien
		quelque chose choses encore déjà`,
	),
	endings: /(?:issement|issements|ations|ation|ements|ement|ment|ées|ée|és|er|ez|é|es|s|e)$/,
	abbreviations: /(?:^|\s)(?:m|mm|mme|mmes|mlle|dr|pr|p\.\s?ex|etc|[A-Z])\.$/i,
	decided: phrases(
		`(?:nous avons|on a|ils ont|l'équipe a)(?: tous| finalement)? (?:décidé|convenu|approuvé|conclu|validé|voté)|il (?:a été|est) (?:décidé|convenu)|c'est décidé|la décision (?:est|était)|(?:nous sommes|on est) d'accord pour`,
	),
	undecided: phrases(`n'|ne|pas|jamais|si|avant de|tant que`),
	promises: phrases(
		`je (?:vais|dois|devrai|m'occupe|m'en occupe|me charge|m'en charge|prends)|je (?:l'|le |la |les |vous |lui )?\\p{L}{2,}rai|laissez-moi|j'\\p{L}{2,}rai`,
	),
	idle: phrases(
		`je (?:vais|dois) (?:dire|voir|expliquer|commencer|répéter|partir|être)|je (?:serai|dirai|verrai)|(?:pouvez-vous|peux-tu) (?:entendre|voir|répéter|expliquer)|vous m'entendez`,
	),
	duties: `(?: (?:va|doit|devra|s'occupe de|s'occupera de|se charge de|se chargera de|s'est engagée? à) ?(?!être)| \\p{L}{2,}ra(?![\\p{L}]))`,
	asks: phrases(
		`s'il (?:vous|te) plaît|(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu) |n'oubliez pas de|n'oublie pas de|pensez à|assurez-vous|il faudrait que (?:vous|tu)`,
	),
	needs: phrases(`(?:nous devons|nous devrons|on doit|il faut|il faudra|nous avons besoin)`),
	tasks: phrases(`points? d'action|actions? à mener|à faire|devoirs?|suivi`),
	noNames: wordSet(
		`le la les un une ce cet cette ces cela ça il elle on ils elles nous vous je tu qui que quoi quand où comment pourquoi
		tout tous chacun personne quelqu'un rien lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril
		mai juin juillet août septembre octobre novembre décembre demain hier alors mais et donc puis ensuite aussi clients`,
	),
	answers: opening(`oui|non|bien sûr|exactement|tout à fait|d'accord|je pense|parce que|c'est|ce sont|si|en fait`),
	courtesies: phrases(
		`ça va|comment allez-vous|vous m'entendez|tu m'entends|des questions|n'est-ce pas|d'accord\\?|on commence`,
	),
	definition: phrases(
		`s'appelle|se définit|signifie|c'est-à-dire|autrement dit|consiste à|désigne|par exemple|est (?:un|une) (?:sorte|type|forme|partie|ensemble|processus) de`,
	),
	obstacle: phrases(
		`bloqué[es]*|problèmes?|risques?|retard|échec|échoue|attends|ne peux pas|ne pouvons pas|erreurs?|bogues?|inquiète`,
	),
	progress: phrases(`hier|aujourd'hui|terminé|fini|livré|publié|travaille sur|commencé|continuer|avancé|progrès`),
	emphasis: phrases(
		`important|importante|essentiel|essentielle|crucial|clé|objectif|principal|rappelez-vous|échéance|priorité|budget|lancement|plan|en résumé|résultat|conclusion|examen`,
	),
	noDates: phrases(`secondes?|minutes?|heures?|instant|dernier|dernière|passée?|il y a|hier|depuis`),
	within: phrases(`(?:en|pour|avant|jusqu'à|d'ici|fin|de|courant)(?: la fin| fin)?$`),
	periods: [
		[phrases(`(?:la )?fin de la semaine prochaine|(?:avant|pour|d'ici) la semaine prochaine`), "next week"],
		[phrases(`(?:la )?fin de (?:la |cette )?semaine|cette semaine`), "week"],
		[phrases(`(?:le )?mois prochain`), "next month"],
		[phrases(`(?:la )?fin d(?:u|e ce) mois|ce mois-ci`), "month"],
		[phrases(`(?:la )?fin du trimestre`), "quarter"],
		[phrases(`(?:la )?fin de (?:l'|cette )année|cette année`), "year"],
	],
	dates: () => (require("chrono-node/fr") as typeof import("chrono-node/fr")).casual,
};
