import type { Language } from "./language.ts";
import { opening, phrases, wordSet } from "./phrases.ts";

/** Portuguese. */
export const portuguese: Language = {
	stopWords: wordSet(
		`o a os as um uma uns umas e ou mas se sim não de do da dos das em no na nos nas num numa com por pelo pela para pra como
		que quê é são era eram foi foram ser sido está estão estar estava este esta estes estas esse essa esses essas isso isto
		aquele aquela aquilo seu sua seus suas me te lhe lhes nos vos eu tu você vocês ele ela eles elas nós meu minha meus muito
		mais menos já também tão todo toda todos todas outro outra outros outras há tem têm tenho temos tinha ter vai vão vou
		vamos fazer faz feito bom boa bem então agora aqui ali lá quando onde quem qual porque sobre entre até desde sem
		obrigado obrigada olá dia tarde acho coisa coisas algo nada cada só ainda`,
	),
	endings: /(?:amente|mente|ações|ação|ando|endo|indo|ados|adas|idos|idas|ado|ada|ido|ida|es|os|as|a|o|s)$/,
	abbreviations: /(?:^|\s)(?:sr|sra|dr|dra|prof|p\.\s?ex|etc|núm|[A-Z])\.$/i,
	decided: phrases(
		`decidimos|(?:foi|ficou|está) (?:decidido|combinado|acordado|aprovado)|combinamos|concordamos|acordámos|aprov[aá]mos|concluímos|a decisão (?:é|foi)|estamos de acordo em|vamos optar por`,
	),
	undecided: phrases(`não|nunca|ainda não|se|sem|antes de`),
	promises: phrases(
		`(?:eu )?(?:vou|preciso de|preciso|tenho que|tenho de|devo|encarrego-me|fico de|me encarrego|trato de|trato disso)|deixa comigo|deixe comigo|(?:eu )?\\p{L}{3,}(?:arei|erei|irei)`,
	),
	idle: phrases(
		`vou (?:dizer|ver|explicar|começar|repetir|ser|estar)|tenho (?:que|de) (?:dizer|admitir|ir)|(?:serei|estarei|direi|verei)|(?:pode|podes|podem) (?:ouvir|ouvir-me|ver|repetir|explicar)`,
	),
	duties: `(?: (?:vai|tem que|tem de|deve|deverá|precisa de|precisa|fica de|ficou de|encarrega-se de|se encarrega de) (?!ser|estar)| (?:\\p{L}{3,}(?:ará|erá|irá))(?![\\p{L}]))`,
	asks: phrases(
		`por favor|(?:pode|podes|poderia|podias|podem) |não (?:se )?esqueça(?:s|m)? de|lembra-te de|lembre-se de|certifique-se|preciso que`,
	),
	needs: phrases(`(?:temos|teremos) (?:que|de)|é preciso|precisamos|devemos|deveríamos`),
	tasks: phrases(`tarefas? pendentes?|tarefa|trabalho de casa|lição de casa|acompanhamento`),
	noNames: wordSet(
		`o a os as um uma isto esta este isso esse essa ela ele eles elas nós você vocês eu tu quem quê quando onde como todos tudo
		alguém ninguém segunda terça quarta quinta sexta sábado domingo janeiro fevereiro março abril maio junho julho agosto
		setembro outubro novembro dezembro hoje amanhã ontem então mas e também depois além clientes pessoas`,
	),
	answers: opening(`sim|não|claro|com certeza|exato|certo|acho|porque|é|são|está bem|de acordo|bom|eu`),
	courtesies: phrases(
		`como (?:está|estão|vai|estás)|(?:me )?(?:ouve|ouvem|ouves)(?:-me)?|alguma pergunta|alguma dúvida|não é\\?|certo\\?|vamos começar|tudo bem`,
	),
	definition: phrases(
		`chama-se|se chama|define-se|significa|quer dizer|ou seja|consiste em|refere-se a|por exemplo|é (?:um|uma) (?:tipo|forma|parte|conjunto|processo) de`,
	),
	obstacle: phrases(
		`bloquead[oa]s?|problemas?|riscos?|atraso|atrasad[oa]|falha|falhou|à espera|esperando|não posso|não podemos|não consigo|erros?|preocupa`,
	),
	progress: phrases(
		`ontem|hoje|terminei|terminado|acabei|concluí|publicado|a trabalhar em|trabalhando em|comecei|continuar|progresso`,
	),
	emphasis: phrases(
		`importante|fundamental|essencial|chave|objetivo|principal|lembrem-se|prazo|prioridade|orçamento|lançamento|plano|em resumo|resultado|conclusão|exame|prova`,
	),
	noDates: phrases(`segundos?|minutos?|horas?|momento|passad[oa]|há|ontem|anterior|desde`),
	within: phrases(`(?:em|para|antes de|até|durante|de|no|ao)(?: finais de| fim de| final de)?$`),
	periods: [
		[phrases(`(?:fim|final) da próxima semana|próxima semana|semana que vem`), "next week"],
		[phrases(`(?:fim|final) d(?:a|esta) semana|esta semana`), "week"],
		[phrases(`próximo mês|mês que vem`), "next month"],
		[phrases(`(?:fim|final) d(?:o|este) mês|este mês`), "month"],
		[phrases(`(?:fim|final) d(?:o|este) trimestre`), "quarter"],
		[phrases(`(?:fim|final) d(?:o|este) ano|este ano`), "year"],
	],
	dates: () => (require("chrono-node/pt") as typeof import("chrono-node/pt")).casual,
};
