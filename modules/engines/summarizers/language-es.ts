import type { Language } from "./language.ts";
import { opening, phrases, wordSet } from "./phrases.ts";

/** Spanish. */
export const spanish: Language = {
	stopWords: wordSet(
		`el la los las lo un una unos unas y e o u pero si sí no de del a al en con por para como que qué es son era eran fue
		fueron ser sido está están estar estaba este esta estos estas ese esa esos esas eso esto aquel aquella su sus se le les
		nos os me te mi mis tu tus yo tú él ella ellos ellas nosotros usted ustedes muy más menos ya también tan tanto todo toda
		todos todas otro otra otros otras hay ha han he hemos había haber hacer hace hecho va van voy vamos vale bueno pues
		entonces ahora aquí ahí allí cuando donde dónde quién quien cómo cuál porque sobre entre hasta desde sin tiene tienen
		tengo tenemos gracias hola buenos días buenas tardes creo cosa cosas algo nada cada sólo solo`,
	),
	endings: /(?:amente|mente|aciones|ación|ando|iendo|ados|adas|idos|idas|ado|ada|ido|ida|es|os|as|a|o|s)$/,
	abbreviations: /(?:^|\s)(?:sr|sra|srta|dr|dra|prof|ud|uds|p\.\s?ej|etc|núm|[A-Z])\.$/i,
	decided: phrases(
		`(?:hemos |han |se ha |habíamos )?(?:decidido|acordado|aprobado|resuelto)|decidimos|acordamos|aprobamos|quedamos en|se (?:decidió|acordó|aprobó)|la decisión es|estamos de acuerdo en|vamos a optar por`,
	),
	undecided: phrases(`no|nunca|todavía no|aún no|si|sin|hasta que|antes de que`),
	promises: phrases(
		`(?:yo )?(?:voy a|tengo que|debo|me encargo|me ocupo|me comprometo)|déjamelo a mí|(?:yo )?\\p{L}{3,}(?:aré|eré|iré)|lo haré|lo hago yo`,
	),
	idle: phrases(
		`voy a (?:decir|ver|explicar|empezar|repetir|ser)|tengo que (?:decir|admitir|irme)|(?:seré|estaré|diré|veré)|(?:puedes|podéis|pueden) (?:oír|oírme|ver|repetir|explicar)`,
	),
	duties: `(?: (?:va a|tiene que|debe|deberá|necesita|se encarga de|se encargará de|se ocupa de|se ocupará de|quedó en) (?!ser|estar)| (?:\\p{L}{3,}(?:ará|erá|irá))(?![\\p{L}]))`,
	asks: phrases(
		`por favor|(?:puedes|podrías|puede|podría|podéis) |no (?:te olvides|olvides|olvidéis) de|acuérdate de|recuerda |asegúrate de|necesito que|hay que`,
	),
	needs: phrases(`(?:tenemos|tendremos) que|hay que|necesitamos|debemos|deberíamos|hace falta`),
	tasks: phrases(`tareas? pendientes?|tarea|deberes|acción pendiente|seguimiento`),
	noNames: wordSet(
		`el la los las un una esto esta este eso ese esa ella él ellos nosotros usted yo tú quien qué cuándo dónde cómo todos todo
		alguien nadie lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto
		septiembre octubre noviembre diciembre hoy mañana ayer entonces pero y también luego después además gente clientes`,
	),
	answers: opening(`sí|no|claro|por supuesto|exacto|correcto|creo|porque|es|son|vale|de acuerdo|bueno|yo`),
	courtesies: phrases(
		`cómo (?:estás|están|estáis)|me (?:oyes|oyen|escuchas|escuchan)|alguna pregunta|verdad|no\\?|vale\\?|empezamos`,
	),
	definition: phrases(
		`se llama|se define como|significa|es decir|o sea|consiste en|se refiere a|por ejemplo|es (?:un|una) (?:tipo|forma|parte|conjunto|proceso) de`,
	),
	obstacle: phrases(
		`bloquead[oa]s?|problemas?|riesgos?|retraso|retrasad[oa]|fall[oa]|falla|esperando|no puedo|no podemos|error|errores|preocupa`,
	),
	progress: phrases(`ayer|hoy|terminé|terminado|acabé|acabado|publicado|trabajando en|empecé|empezado|seguiré|avance`),
	emphasis: phrases(
		`importante|fundamental|esencial|clave|objetivo|principal|recordad|plazo|prioridad|presupuesto|lanzamiento|plan|en resumen|resultado|conclusión|examen`,
	),
	noDates: phrases(`segundos?|minutos?|horas?|momento|pasad[oa]|hace|ayer|anterior|desde`),
	within: phrases(`(?:en|para|antes de|hasta|durante|de|a)(?: finales de| fin de)?$`),
	periods: [
		[
			phrases(
				`(?:finales|fin|final) de (?:la )?(?:próxima semana|semana que viene)|(?:la )?próxima semana|(?:la )?semana que viene`,
			),
			"next week",
		],
		[phrases(`(?:finales|fin|final) de (?:la |esta )?semana|esta semana`), "week"],
		[phrases(`(?:el )?(?:próximo mes|mes que viene)`), "next month"],
		[phrases(`(?:finales|fin|final) de(?:l| este)? mes|este mes`), "month"],
		[phrases(`(?:finales|fin|final) de(?:l| este)? trimestre`), "quarter"],
		[phrases(`(?:finales|fin|final) de(?:l| este)? año|este año`), "year"],
	],
	dates: () => (require("chrono-node/es") as typeof import("chrono-node/es")).casual,
};
