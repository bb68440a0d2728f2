/** One sentence of the recorded lesson. Times are in ms of the recording. */
export interface DemoSentence {
	readonly speaker: "teacher" | "student";
	readonly startMs: number;
	readonly endMs: number;
	readonly text: string;
	readonly spanish: string;
}

const say = (
	speaker: DemoSentence["speaker"],
	[startMs, endMs]: readonly [number, number],
	text: string,
	spanish: string,
): DemoSentence => ({ speaker, startMs, endMs, text, spanish });

/** The script of the recorded lesson, which two synthetic voices read. */
export const DEMO_LESSON: readonly DemoSentence[] = [
	say(
		"teacher",
		[0, 5_370],
		"Good morning everybody. Today we will look at what light does when it enters water.",
		"Buenos días a todos. Hoy veremos qué hace la luz cuando entra en el agua.",
	),
	say(
		"student",
		[6_260, 9_230],
		"Is that why a pencil looks bent in a glass of water?",
		"¿Por eso un lápiz parece doblado en un vaso de agua?",
	),
	say(
		"teacher",
		[10_030, 16_580],
		"Exactly. The light bends at the surface, because it travels more slowly in water than in air.",
		"Exacto. La luz se desvía en la superficie, porque avanza más despacio en el agua que en el aire.",
	),
	say("student", [17_480, 19_930], "How much more slowly does it travel?", "¿Cuánto más despacio avanza?"),
	say(
		"teacher",
		[20_770, 26_630],
		"In water it has about three quarters of its speed in air. In glass it has about two thirds.",
		"En el agua tiene unas tres cuartas partes de su velocidad en el aire. En el vidrio, unos dos tercios.",
	),
	say(
		"student",
		[27_470, 30_710],
		"And if the light meets the surface straight on, does it bend then?",
		"Y si la luz llega perpendicular a la superficie, ¿se desvía?",
	),
	say(
		"teacher",
		[31_500, 38_390],
		"No. It only bends when it arrives at an angle. Straight on, it slows down but keeps its direction.",
		"No. Solo se desvía cuando llega en ángulo. Perpendicular, frena pero mantiene su dirección.",
	),
	say(
		"student",
		[39_200, 42_940],
		"So the angle in the water is always smaller than the angle in the air.",
		"Entonces el ángulo en el agua siempre es menor que el ángulo en el aire.",
	),
	say(
		"teacher",
		[43_740, 50_620],
		"That is right, and we call this refraction. Now think of the light on its way back, from the water into the air.",
		"Así es, y a esto lo llamamos refracción. Ahora pensad en la luz de vuelta, del agua al aire.",
	),
	say(
		"student",
		[51_460, 54_640],
		"Then it bends the other way, away from the normal line.",
		"Entonces se desvía al revés, alejándose de la normal.",
	),
	say(
		"teacher",
		[55_450, 62_340],
		"Very good. For Thursday, please measure both angles for five positions of the lamp, and draw a table.",
		"Muy bien. Para el jueves, medid los dos ángulos con la lámpara en cinco posiciones y haced una tabla.",
	),
	say("student", [63_180, 64_750], "May we work in pairs?", "¿Podemos trabajar en parejas?"),
	say(
		"teacher",
		[65_520, 69_780],
		"Yes, in groups of two. Thank you, and see you on Thursday.",
		"Sí, en grupos de dos. Gracias, y hasta el jueves.",
	),
];
